import { useState } from 'react'
import { useCommand } from '@/lib/server/use-command'
import { codeProblem } from '@/lib/typing/one-time-code'
import { type ContactKind, confirmContactChange, readNewContact, requestContactChange } from './contact-change'
import { useSession } from './use-session'

/**
 * The state of changing an email address or phone number. The person enters the new one and the code sent to it. For an email
 * address, the code sent to the old one is needed, too.
 *
 * @param onDone called when the change is complete and the profile shows it
 */
export function useContactChange(kind: ContactKind, current: string | null, onDone?: (() => void) | undefined) {
  const { refreshProfile } = useSession()
  const [text, setText] = useState('')
  const [waiting, setWaiting] = useState<string[]>([])
  const [code, setCode] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const sentTo = waiting[0] ?? null

  const asking = useCommand((value: string) => requestContactChange(kind, value), {
    onDone: (_, value) => {
      setCode('')
      setWaiting(kind === 'email' && current ? [value, current] : [value])
    }
  })
  const checking = useCommand((token: string) => confirmContactChange(kind, sentTo ?? '', token), {
    onDone: async (isComplete) => {
      setCode('')
      setWaiting(isComplete ? [] : waiting.slice(1))
      if (!isComplete) return
      setText('')
      await refreshProfile()
      setDone(true)
      onDone?.()
    }
  })

  const forget = () => {
    setMistake(null)
    setDone(false)
    asking.reset()
    checking.reset()
  }
  return {
    text,
    edit: (value: string) => {
      setText(value)
      forget()
    },
    sentTo,
    code,
    setCode,
    problem: mistake ?? (asking.error ?? checking.error)?.key ?? null,
    busy: asking.busy || checking.busy,
    isDone,
    request: async () => {
      forget()
      const read = await readNewContact(kind, text)
      if ('error' in read) setMistake(read.error)
      else void asking.run(read.value)
    },
    confirm: (entered: string) => {
      forget()
      const wrong = codeProblem(entered)
      if (wrong) setMistake(wrong)
      else if (sentTo) void checking.run(entered)
    },
    cancel: () => {
      setWaiting([])
      forget()
    }
  }
}
