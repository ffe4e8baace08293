import type { Secret } from './codes.ts'
import type { AuthConfig } from './config.ts'
import { createLimit, createSpacing, createWindow, type Limit, type Spacing } from './limits.ts'
import { codeMail, codeMessage, type EmailAction, type SendMail } from './mail.ts'
import { withFields } from './redirects.ts'
import { Refusal } from './refusal.ts'
import type { User } from './users.ts'
import { callHook } from './webhook.ts'

export interface PostDeps {
  config: AuthConfig
  mail: SendMail
  siteUrl: string
  /** Address of Auth, `<API>/auth/v1`. */
  authUrl: string
}

export interface EmailMessage {
  user: User
  action: EmailAction
  to: string
  secret: Secret
  redirectTo: string
  /** The second message of a change of address, to the old address, if both addresses must consent. */
  current?: { to: string; secret: Secret }
}

/** Sends codes within the rate limits: through the project's hooks if they are enabled, else straight into the inbox. */
export interface Post {
  /**
   * Counts one message against the limits. It is also called for unknown addresses, so that a response above the limit does not
   * reveal whether the address is known.
   *
   * @param key Key of the limit: `messageKey` of an address, or another name.
   * @throws Refusal if a limit is reached
   */
  admitMail(key: string): void
  admitSms(key: string): void
  /** Sends a mail. If sending fails, the next mail with the same key does not have to wait. */
  mail(key: string, message: EmailMessage): Promise<void>
  sms(key: string, user: User, phone: string, code: string): Promise<void>
  /** Returns the address of a link with a token, for a message. */
  link(token: string, type: string, redirectTo: string): string
}

/**
 * Returns the key under which the minimum time between messages is tracked. The time is tracked per address and client, because
 * otherwise a stranger who requests codes for an address would delay the code that its owner requests. Over all clients, an
 * address gets at most `burst` messages at once, and after that one per minimum time.
 */
export const messageKey = (address: string, requester: string): string => `${address} ${requester}`

/** Number of messages that one address may get at once, over all clients. */
const burst = 10

function createLimits(frequency: number, anHour: number): Limits {
  return {
    spacing: createSpacing(frequency),
    ofAddress: createLimit(burst, Math.max(frequency, 0.001) * burst),
    limit: createWindow(anHour, 3600)
  }
}

interface Limits {
  spacing: Spacing
  ofAddress: Limit
  limit: ReturnType<typeof createWindow>
}

export function createPost({ config, mail, siteUrl, authUrl }: PostDeps): Post {
  const mails = createLimits(config.maxFrequency, config.limits.emailSent)
  const texts = createLimits(config.phone.maxFrequency, config.limits.smsSent)
  const link = (token: string, type: string, redirectTo: string): string =>
    withFields(`${authUrl}/verify`, { token, type, redirect_to: redirectTo }, 'query')

  async function deliverMail(message: EmailMessage): Promise<void> {
    const { user, action, to, secret, redirectTo, current } = message
    if (config.sendEmailHook) {
      return callHook(config.sendEmailHook, { user, email_data: emailData(message, siteUrl) })
    }
    const send = (address: string, { code, tokenHash }: Secret): unknown => {
      const isPlainSignIn = (action === 'magiclink' || action === 'signup') && redirectTo === siteUrl
      const withLink = action !== 'reauthentication' && !isPlainSignIn
      const address_ = withLink ? link(tokenHash, action, redirectTo) : ''
      return mail(codeMail(action, { to: address, code, link: address_, expirySeconds: config.otpExpiry, siteUrl }))
    }
    if (current) await send(current.to, current.secret)
    await send(to, secret)
  }

  async function deliverText(user: User, phone: string, code: string): Promise<void> {
    if (config.sendSmsHook) return callHook(config.sendSmsHook, { user, sms: { otp: code, phone } })
    await mail(codeMessage(phone, code))
  }

  return {
    link,
    admitMail: (key) => admit(mails, key, 'over_email_send_rate_limit', 'email'),
    admitSms: (key) => admit(texts, key, 'over_sms_send_rate_limit', 'sms'),
    mail: (key, message) => orRelease(mails.spacing, key, deliverMail(message)),
    sms: (key, user, phone, code) => orRelease(texts.spacing, key, deliverText(user, phone, code))
  }
}

function admit({ spacing, ofAddress, limit }: Limits, key: string, code: string, what: string): void {
  const seconds = Math.ceil(spacing.wait(key))
  if (seconds > 0 || !ofAddress.take(key.split(' ')[0] ?? key)) {
    throw new Refusal(
      429,
      code,
      `For security purposes, you can only request this after ${Math.max(1, seconds)} seconds.`
    )
  }
  if (!limit.take()) throw new Refusal(429, code, `${what} rate limit exceeded`)
  spacing.mark(key)
}

async function orRelease(spacing: Spacing, key: string, sending: Promise<void>): Promise<void> {
  try {
    await sending
  } catch (error) {
    spacing.release(key)
    throw error
  }
}

/**
 * Returns the field `email_data` of the event for the send-email hook (the event's other field is `user`). If both addresses of
 * a change must consent, the fields are crossed as in GoTrue (Supabase's Auth server): `token` and `token_hash_new` are for the
 * current address, `token_new` and `token_hash` for the new one.
 */
function emailData({ action, secret, redirectTo, current, user, to }: EmailMessage, siteUrl: string): object {
  return {
    token: current?.secret.code ?? secret.code,
    token_hash: secret.tokenHash,
    token_new: current ? secret.code : '',
    token_hash_new: current?.secret.tokenHash ?? '',
    redirect_to: redirectTo,
    email_action_type: action,
    site_url: siteUrl,
    ...(action === 'email_change' ? { old_email: user.email, new_email: to } : {})
  }
}
