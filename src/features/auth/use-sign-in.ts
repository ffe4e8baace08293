import { useState } from 'react'
import { toAppError } from '@/lib/errors'
import { requestCode, signInWithFacebook, verifyCode } from './commands'
import { otpProblem, readContact } from './model'

/** Contact, then code: what is entered, what is wrong, what is under way. */
export function useSignIn() {
  const [contact, setContact] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(toAppError(error).key)
    } finally {
      setBusy(false)
    }
  }

  const request = () => {
    const read = readContact(contact)
    if ('error' in read) return setProblem(read.error)
    if (read.kind === 'mobile') return setProblem('phone_not_enabled')
    void run(async () => {
      await requestCode(read.value)
      setCode('')
      setSentTo(read.value)
    })
  }

  const verify = (entered: string) => {
    const wrong = otpProblem(entered)
    if (wrong) return setProblem(wrong)
    if (!sentTo || busy) return
    void run(() => verifyCode(sentTo, entered))
  }

  const cancel = () => {
    setContact('')
    setCode('')
    setSentTo(null)
    setProblem(null)
  }

  return {
    facebook: () => void run(signInWithFacebook),
    contact,
    setContact: (value: string) => {
      setContact(value)
      setProblem(null)
    },
    sentTo,
    code,
    setCode: (value: string) => {
      setCode(value)
      setProblem(null)
    },
    problem,
    busy,
    request,
    verify,
    cancel
  }
}
