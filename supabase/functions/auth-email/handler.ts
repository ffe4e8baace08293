import { BadEvent, createAuthHook, requireSent } from '../_shared/messages/auth-hook.ts'
import type { TakeChange } from '../_shared/messages/change-limit.ts'
import type { Channel } from '../_shared/messages/channels/channel.ts'
import type { MailToSend } from '../_shared/messages/channels/choose-mail.ts'
import type { Firm, ReadFirm } from '../_shared/messages/firm.ts'
import type { LogCode } from '../_shared/messages/log-code.ts'
import { chosenLanguage } from '../_shared/messages/language.ts'
import { mailHtml } from '../_shared/messages/mail-html.ts'
import { type MailAsked, mailAsked } from './contract.ts'
import { composeMail } from './messages.ts'

export interface AuthEmailDeps {
  /** The keys with which Auth signs its requests to this hook, as in Auth's configuration: `v1,whsec_<base64>`. */
  secrets: string
  /** Public address of the Supabase API, for the links in mails. */
  apiUrl: string
  sendMail: Channel<MailToSend>
  readFirm: ReadFirm
  /** Counts a request to change the address. */
  takeChange: TakeChange
  logCode: LogCode
  /** Clock for the time of the request in the mail. */
  now?: () => Date
}

/** Creates the handler of Auth's send-email hook, which sends the mail with the code in the language of the account. */
export function createAuthEmailHandler(
  { secrets, apiUrl, sendMail, readFirm, takeChange, logCode, now = () => new Date() }: AuthEmailDeps,
): (request: Request) => Promise<Response> {
  return createAuthHook('auth-email', secrets, mailAsked, async (event, { id, left }) => {
    const firm = await readFirm()
    const mails = mailsOf(event, { apiUrl, askedAt: now(), firm })
    if (event.email_data.email_action_type === 'email_change') await takeChange(event.user.id)
    const { user, email_data: { email_action_type: action } } = event
    const outcomes = await Promise.all(mails.map(async (mail, index) => {
      const key = `${id}:${index}`
      const outcome = await sendMail(mail, { key, withinMs: left(), ttlSeconds: CODE_SECONDS })
      await logCode({ channel: 'mail', receiver: mail.to, userId: user.id, kind: kindOf(action), outcome })
      return outcome
    }))
    for (const outcome of outcomes) requireSent(outcome)
  })
}

const kindOf = (action: string): string => action === 'signup' || action === 'magiclink' ? 'sign_in_code' : action

/** How long a code is valid (s): `otp_expiry` of config.toml. */
const CODE_SECONDS = 300

interface Circumstances {
  apiUrl: string
  askedAt: Date
  firm: Firm
}

function mailsOf({ user, email_data: data }: MailAsked, { apiUrl, askedAt, firm }: Circumstances): MailToSend[] {
  const { email_action_type: action, site_url: site } = data
  const redirectTo = data.redirect_to || site
  // Whether the mail has a code but no link. A mail for `reauthentication` never has a link. A mail for signing up or in has
  // one only if the page that requested the mail named a redirect; otherwise the person types the code.
  const isCodeAlone = action === 'reauthentication' ||
    ((action === 'signup' || action === 'magiclink') && redirectTo === site)
  const compose = (to: string, code: string, hash: string): MailToSend => {
    if (!to || !code) throw new BadEvent('The event names nobody to write to')
    const query = new URLSearchParams({ token: hash, type: action, redirect_to: redirectTo })
    const link = isCodeAlone ? '' : `${apiUrl}/auth/v1/verify?${query}`
    const facts = { code, link, site, askedAt, firm: firm.name }
    const words = composeMail(chosenLanguage(user.user_metadata), action, facts, firm)
    return { to, fromName: firm.name, ...words, html: mailHtml(firm, { ...words, title: words.about, code, link }) }
  }
  if (action !== 'email_change') return [compose(user.email, data.token, data.token_hash)]
  if (!data.token_new) return [compose(user.new_email, data.token, data.token_hash)]
  // The current and the new address must both consent, so each gets a mail. Auth's names are crossed: `token_hash_new` belongs
  // to the current address, `token_hash` to the new one.
  return [
    compose(user.email, data.token, data.token_hash_new),
    compose(user.new_email, data.token_new, data.token_hash),
  ]
}
