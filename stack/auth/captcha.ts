import type { Captcha } from './config.ts'
import { isObject, textOf } from './input.ts'
import { Refusal } from './refusal.ts'

/** Time limit of the provider's judgement (ms). */
const patience = 10_000

/** The routes that GoTrue guards: they send messages, create accounts or try passwords. */
const guarded = new Set(['/signup', '/recover', '/resend', '/magiclink', '/otp', '/token'])
/** Grants of `/token` that prove a session or a flow by themselves. */
const proven = new Set(['refresh_token', 'pkce', 'id_token'])

/** Returns whether a request needs a captcha's token, if the project has a captcha. */
export const needsCaptcha = (method: string, path: string, grant: string | null): boolean =>
  method === 'POST' && guarded.has(path) && !(path === '/token' && proven.has(grant ?? ''))

/**
 * Asks the provider about the token in a request's body. It resolves if the provider accepts the token.
 *
 * @throws Refusal `captcha_failed` if the token is missing or refused; 500 if the provider does not answer
 */
export async function checkCaptcha(
  { secret, url }: Captcha,
  body: Record<string, unknown>,
  peer: string
): Promise<void> {
  const security = isObject(body.gotrue_meta_security) ? body.gotrue_meta_security : {}
  const token = textOf(security.captcha_token).trim()
  if (token === '') throw refused('no captcha_token found')
  const judged = await ask(url, new URLSearchParams({ secret, response: token, remoteip: peer }))
  const reasons = Array.isArray(judged['error-codes']) ? judged['error-codes'] : []
  if (judged.success !== true) throw refused(reasons.join(', '))
}

const refused = (why: string): Refusal =>
  new Refusal(400, 'captcha_failed', `captcha protection: request disallowed (${why})`)

async function ask(url: string, form: URLSearchParams): Promise<Record<string, unknown>> {
  try {
    const response = await fetch(url, { method: 'POST', body: form, signal: AbortSignal.timeout(patience) })
    const judged: unknown = await response.json()
    if (isObject(judged)) return judged
  } catch {
    // The error below also covers a provider that does not answer, or not with JSON.
  }
  throw new Refusal(500, 'unexpected_failure', 'captcha verification process failed')
}
