import { useState } from 'react'
import { useSession } from '@/entities/person'
import { toAppError } from '@/lib/errors'
import { confirmContactChange, requestContactChange } from './commands'
import { type ContactKind, readNewContact } from './model'

/** A new address or number, then its code, and for an address the code of the old one: in what order they come. */
export function useContactChange(kind: ContactKind, current: string | null) {
  const { refreshProfile } = useSession()
  const [text, setText] = useState('')
  const [waiting, setWaiting] = useState<string[]>([])
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle')
  const sentTo = waiting[0] ?? null

  const run = async (work: () => Promise<'idle' | 'done'>) => {
    setState('busy')
    setProblem(null)
    try {
      setState(await work())
    } catch (error) {
      setProblem(toAppError(error).key)
      setState('idle')
    }
  }

  const request = () => {
    const read = readNewContact(kind, text)
    if ('error' in read) return setProblem(read.error)
    void run(async () => {
      await requestContactChange(kind, read.value)
      setCode('')
      setWaiting(kind === 'email' && current ? [read.value, current] : [read.value])
      return 'idle'
    })
  }

  const confirm = (entered: string) => {
    if (!sentTo || state === 'busy') return
    void run(async () => {
      const complete = await confirmContactChange(kind, sentTo, entered)
      setCode('')
      setWaiting(complete ? [] : waiting.slice(1))
      if (!complete) return 'idle'
      setText('')
      await refreshProfile()
      return 'done'
    })
  }

  const cancel = () => {
    setWaiting([])
    setProblem(null)
    setState('idle')
  }
  const edit = (value: string) => {
    setText(value)
    setProblem(null)
    setState('idle')
  }
  return { text, edit, sentTo, code, setCode, problem, state, request, confirm, cancel }
}
