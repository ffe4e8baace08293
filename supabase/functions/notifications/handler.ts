import type { Authenticate } from '../_shared/kernel/auth.ts'
import { HttpError, invalidRequest } from '../_shared/kernel/errors.ts'
import { createHandler } from '../_shared/kernel/http.ts'
import { isSameSecret } from '../_shared/kernel/secrets.ts'
import { drain, type DrainDeps } from './drain.ts'
import { type Push, type SendPush, TokenGone, Undeliverable } from './senders/types.ts'

export interface NotificationsDeps extends DrainDeps {
  authenticate: Authenticate
  sendPush: SendPush
  /** What pg_cron's calls carry in `x-cron-secret`; without it the secret key alone is let in. */
  cronSecret: string | undefined
  /** Lets work go on after the answer, where the platform can. */
  later?: ((work: Promise<unknown>) => void) | undefined
}

/** The longest that a call may go on looking (s). */
const LONGEST = 50

/**
 * Delivers notifications, for our own servers alone: the secret key, or the secret of cron.
 *
 * - `notifications/send {for_seconds?}` delivers what is due in the outbox -> `{sent, failed}`; with `for_seconds` (50 at
 *   most) it goes on looking, after an answer of `{started: true}` where the platform lets it
 * - `notifications/send {token, title, msg, screen?, channelId?, bookingId?}` sends one push -> `{success}` or `{success: false, error}`
 *
 * Errors: 401 `invalid_api_key`, 403 `not_allowed`, 400 `invalid_request`.
 */
export function createNotificationsHandler(deps: NotificationsDeps): (request: Request) => Promise<Response> {
  return createHandler('notifications', {
    async send({ request, body }) {
      await admit(request)
      if (body['token'] !== undefined) return await sendOne(readPush(body))
      const seconds = body['for_seconds'] ?? 0
      if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= LONGEST)) {
        throw invalidRequest(`for_seconds is a number from 0 to ${LONGEST}`)
      }
      if (seconds === 0 || !deps.later) return await drain(deps, seconds)
      deps.later(drain(deps, seconds).catch((error: unknown) => console.error(`notifications: ${String(error)}`)))
      return { started: true }
    },
  })

  async function admit(request: Request): Promise<void> {
    const secret = request.headers.get('x-cron-secret')
    if (secret !== null) {
      if (deps.cronSecret && await isSameSecret(secret, deps.cronSecret)) return
      throw new HttpError(
        401,
        'invalid_api_key',
        'The secret is wrong',
        'Send CRON_SECRET in the header "x-cron-secret"',
      )
    }
    const { role } = await deps.authenticate(request)
    if (role !== 'service_role') {
      throw new HttpError(403, 'not_allowed', 'This is for our own servers', 'Call it with the secret key')
    }
  }

  /** Errors are for the log; the caller only learns that there was one. */
  async function sendOne(push: Push): Promise<Record<string, unknown>> {
    try {
      await deps.sendPush(push)
      return { success: true }
    } catch (problem) {
      console.error(`notifications: ${String(problem)}`)
      const error = problem instanceof TokenGone
        ? 'token_gone'
        : problem instanceof Undeliverable
        ? 'undeliverable'
        : 'try_again'
      return { success: false, error }
    }
  }
}

function readPush(body: Record<string, unknown>): Push {
  const read = (name: string, most: number, needed: boolean): string => {
    const value = body[name] ?? ''
    if (typeof value !== 'string' || value.length > most || (needed && value.trim() === '')) {
      throw invalidRequest(`${name} is a text of ${most} characters at most`)
    }
    return value
  }
  const data = { screen: read('screen', 50, false), bookingId: read('bookingId', 50, false) }
  return {
    token: read('token', 4096, true),
    title: read('title', 200, true),
    body: read('msg', 2000, true),
    data: Object.fromEntries(Object.entries(data).filter(([, value]) => value !== '')),
    channelId: read('channelId', 50, false) || 'bookings',
    ttl: 86_400,
  }
}
