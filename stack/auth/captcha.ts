import type { Captcha } from './config.ts'
import type { Call } from './context.ts'
import { type Body, isObject, textOf } from './input.ts'
import { Refusal, tooManyRequests } from './refusal.ts'

/** Time limit of the provider's judgement (ms). */
const patience = 10_000

/** The routes that GoTrue guards: they send messages, create accounts or try passwords. */
const guarded = new Set(['/signup', '/recover', '/resend', '/magiclink', '/otp', '/token'])
/** Grants of `/token` that prove a session or a flow by themselves. */
const proven = new Set(['refresh_token', 'pkce', 'id_token'])

/** Returns whether a request is counted and needs a captcha's token, if the project has a captcha. */
export const isGuarded = ({ request, route, url }: Call): boolean =>
  request.method === 'POST' &&
  guarded.has(route) &&
  !(route === '/token' && proven.has(url.searchParams.get('grant_type') ?? ''))

/** How many tokens are judged at the same time, in all and of one client address. */
const most = 100
const mostOfPeer = 10

/**
 * Creates a check that asks the provider about the token in a request's body. The check resolves if the provider accepts the
 * token. While too many tokens are being judged, it refuses further ones at once: each holds a connection to the provider.
 *
 * @throws Refusal `captcha_failed` if the token is missing or refused; 429 if too many are being judged; 500 if the provider
 * does not answer
 */
export function createCaptchaCheck({ secret, url }: Captcha): (body: Body, peer: string) => Promise<void> {
  const judging: string[] = []
  return async (body, peer) => {
    const security = isObject(body.gotrue_meta_security) ? body.gotrue_meta_security : {}
    const token = textOf(security.captcha_token).trim()
    if (token === '') throw refused('no captcha_token found')
    if (judging.length >= most || judging.filter((other) => other === peer).length >= mostOfPeer)
      throw tooManyRequests()
    judging.push(peer)
    try {
      const judged = await ask(url, new URLSearchParams({ secret, response: token, remoteip: peer }))
      const reasons = Array.isArray(judged['error-codes']) ? judged['error-codes'] : []
      if (judged.success !== true) throw refused(reasons.join(', '))
    } finally {
      judging.splice(judging.indexOf(peer), 1)
    }
  }
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
