import { BadEvent, createAuthHook, requireSent } from '../_shared/messages/auth-hook.ts'
import type { AdmitCode } from '../_shared/messages/code-limits.ts'
import type { TakeChange } from '../_shared/messages/change-limit.ts'
import type { Channel } from '../_shared/messages/channels/channel.ts'
import { oneLine } from '../_shared/messages/channels/plain.ts'
import { countSegments } from '../_shared/phone/segments.ts'
import type { Sms } from '../_shared/messages/channels/types.ts'
import type { ReadFirm } from '../_shared/messages/firm.ts'
import { chosenLanguage } from '../_shared/messages/language.ts'
import type { LogCode } from '../_shared/messages/log-code.ts'
import { smsAsked } from './contract.ts'
import { composeSms } from './words.ts'

export interface AuthSmsDeps {
  /** The keys with which Auth signs its requests to this hook, as in Auth's configuration: `v1,whsec_<base64>`. */
  secrets: string
  /** Name of the page's host; empty if unknown. */
  host: string
  sendSms: Channel<Sms>
  readFirm: ReadFirm
  /** Counts a request to change the number. */
  takeChange: TakeChange
  /** Counts a code against the limits of its number, and of the firm. */
  admitCode: AdmitCode
  logCode: LogCode
}

/** Most characters of a firm's name in a text message. */
const LONGEST_NAME = 80
/** How long a code is valid (s). */
const CODE_SECONDS = 300

/** Creates the handler of Auth's send-sms hook, which sends the text message with the code in the language of the account. */
export function createAuthSmsHandler(
  { secrets, host, sendSms, readFirm, takeChange, admitCode, logCode }: AuthSmsDeps,
): (request: Request) => Promise<Response> {
  return createAuthHook('auth-sms', secrets, smsAsked, async ({ user, sms }, { id, left }) => {
    const digits = (sms.phone || user.new_phone || user.phone).replace(/\D/g, '')
    if (!digits || !sms.otp) throw new BadEvent('The event names nobody to write to')
    const writer = await readFirm()
    const firm = oneLine(writer.name, LONGEST_NAME)
    if (digits === user.new_phone.replace(/\D/g, '')) await takeChange(user.id)
    const text = composeSms(chosenLanguage(user.user_metadata), { code: sms.otp, firm, host }, writer)
    const to = `+${digits}`
    const { segments } = countSegments(text)
    await admitCode(to, segments)
    const outcome = await sendSms({ to, text }, { key: id, withinMs: left(), ttlSeconds: CODE_SECONDS })
    await logCode({ channel: 'sms', receiver: to, userId: user.id, kind: 'sign_in_code', outcome, segments })
    requireSent(outcome)
  })
}
