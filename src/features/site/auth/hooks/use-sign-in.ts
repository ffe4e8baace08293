import { useEffect, useRef, useState } from 'react'
import { invitedContact } from '@/config/paths'
import { useCommand } from '@/lib/server/use-command'
import { serverNow } from '@/lib/time/server-clock'
import { codeProblem } from '@/lib/typing/one-time-code'
import { requestCode, verifyCode } from '../commands'
import { readContact } from '../model/contact'
import { readSentCode, writeSentCode } from '../model/sent-code'
import { useCaptcha } from './use-captcha'

/**
 * How soon another code can be requested (ms). A code takes some seconds to arrive, and people who request another one earlier
 * get two and type the older.
 */
const AGAIN_MS = 30_000

/** State and commands of signing in: contact, then code, with errors and progress. */
export function useSignIn() {
  const [sentTo, setSentTo] = useState(() => readSentCode(sessionStorage, Date.now()))
  const [contact, setContact] = useState(sentTo ?? '')
  // An invitation fills in the address. The page is painted before it runs, so this follows the first drawing.
  useEffect(() => {
    const invited = invitedContact(window.location.hash)
    if (invited) setContact((typed) => typed || invited)
  }, [])
  /** The country for numbers without a country code; null until one is chosen. */
  const [country, setCountry] = useState<string | null>(null)
  const [sentAt, setSentAt] = useState(() => (sentTo ? serverNow() : 0))
  /** How many codes were sent after the first. */
  const [renewals, setRenewals] = useState(0)
  /** To whom the last request for a code was. */
  const lastContact = useRef('')
  const [code, setCode] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  /** True while what reads phone numbers is loaded. */
  const [isReading, setReading] = useState(false)
  const captcha = useCaptcha()
  const asking = useCommand((to: string) => requestCode(to, captcha.solve), {
    onDone: (_, sent) => {
      setCode('')
      if (sentTo !== null) setRenewals(renewals + 1)
      setSentTo(sent)
      setSentAt(serverNow())
      writeSentCode(sessionStorage, sent, Date.now())
    }
  })
  const checking = useCommand((token: string) => verifyCode(sentTo ?? '', token), {
    onDone: () => writeSentCode(sessionStorage, null, Date.now())
  })
  const commands = [asking, checking]

  const forget = () => {
    setMistake(null)
    for (const command of commands) command.reset()
  }
  const request = async (wanted = contact, of?: string) => {
    forget()
    setContact(wanted)
    setReading(true)
    const read = await readContact(wanted, of).finally(() => setReading(false))
    if ('error' in read) return setMistake(read.error)
    lastContact.current = read.value
    void asking.run(read.value)
  }
  const retry = () => {
    forget()
    void asking.run(lastContact.current)
  }
  const verify = (entered: string) => {
    forget()
    const wrong = codeProblem(entered)
    if (wrong) return setMistake(wrong)
    if (sentTo) void checking.run(entered)
  }
  const cancel = () => {
    forget()
    setContact('')
    setCode('')
    setSentTo(null)
    setRenewals(0)
    writeSentCode(sessionStorage, null, Date.now())
  }
  const failure = commands.find(({ error }) => error)?.error ?? null
  const edit = (set: (value: string) => void) => (value: string) => {
    set(value)
    forget()
  }
  return {
    contact,
    setContact: edit(setContact),
    country,
    setCountry: edit(setCountry),
    sentTo,
    /** When another code may be requested (ms since the epoch). */
    againAt: sentAt + AGAIN_MS,
    renewals,
    code,
    setCode: edit(setCode),
    problem: mistake ?? failure?.key ?? null,
    /** The error code of an unexpected failure to sign in by phone number. The desk can look up the code. */
    problemCode: failure?.key === 'login_error' && !contact.includes('@') ? failure.hint : undefined,
    busy: isReading || commands.some(({ busy }) => busy),
    request,
    /** Repeats the last request for a code. */
    retry,
    captcha,
    verify,
    cancel
  }
}

export type SignIn = ReturnType<typeof useSignIn>
