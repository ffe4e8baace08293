import { BadEvent, createAuthHook } from '../_shared/messages/auth-hook.ts'
import type { TakeChange } from '../_shared/messages/change-limit.ts'
import { type Language, languageOf } from '../_shared/messages/language.ts'
import type { Send } from '../_shared/messages/mailpit.ts'
import { smsAsked } from './contract.ts'

export interface AuthSmsDeps {
  /** The keys with which Auth signs its requests to this hook, as in Auth's configuration: `v1,whsec_<base64>`. */
  secrets: string
  send: Send
  /** Counts a request to change the number. */
  takeChange: TakeChange
}

const words: Record<Language, (code: string) => string> = {
  en: (code) => `Your Hackney code is ${code}. Give it to nobody.`,
  de: (code) => `Dein Hackney-Code ist ${code}. Gib ihn niemandem weiter.`,
  ar: (code) => `رمزك في Hackney هو ${code}. لا تعطه لأحد.`,
}

/**
 * Creates the handler of Auth's send-sms hook. Each text message is sent as a mail, to an address that is made of the number.
 */
export function createAuthSmsHandler(
  { secrets, send, takeChange }: AuthSmsDeps,
): (request: Request) => Promise<Response> {
  return createAuthHook('auth-sms', secrets, smsAsked, async ({ user, sms }) => {
    const phone = (sms.phone || user.new_phone || user.phone).replace(/\D/g, '')
    if (!phone || !sms.otp) throw new BadEvent('The event names nobody to write to')
    if (phone === user.new_phone.replace(/\D/g, '')) await takeChange(user.id)
    await send({
      to: `${phone}@sms.hackney.test`,
      subject: `SMS to +${phone}`,
      text: words[languageOf(user.user_metadata)](sms.otp),
    })
  })
}
