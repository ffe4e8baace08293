import { useState } from 'react'
import { useCommand } from '@/lib/use-command'
import { requestCode, signInWithFacebook, verifyCode } from './commands'
import { otpProblem, readContact } from './model'

/** Contact, then code: what is entered, what is wrong, what is under way. */
export function useSignIn() {
  const [contact, setContact] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const asking = useCommand(requestCode, {
    onDone: (_, email) => {
      setCode('')
      setSentTo(email)
    }
  })
  const checking = useCommand((token: string) => verifyCode(sentTo ?? '', token))
  const leaving = useCommand(signInWithFacebook)
  const commands = [asking, checking, leaving]

  const forget = () => {
    setMistake(null)
    for (const command of commands) command.reset()
  }
  const request = () => {
    forget()
    const read = readContact(contact)
    if ('error' in read) return setMistake(read.error)
    if (read.kind === 'mobile') return setMistake('phone_not_enabled')
    void asking.run(read.value)
  }
  const verify = (entered: string) => {
    forget()
    const wrong = otpProblem(entered)
    if (wrong) return setMistake(wrong)
    if (sentTo) void checking.run(entered)
  }
  const cancel = () => {
    forget()
    setContact('')
    setCode('')
    setSentTo(null)
  }
  const edit = (set: (value: string) => void) => (value: string) => {
    set(value)
    forget()
  }
  return {
    contact,
    setContact: edit(setContact),
    sentTo,
    code,
    setCode: edit(setCode),
    problem: mistake ?? commands.find(({ error }) => error)?.error?.key ?? null,
    busy: commands.some(({ busy }) => busy),
    facebook: () => {
      forget()
      void leaving.run()
    },
    request,
    verify,
    cancel
  }
}
