import { admitServer } from '../_shared/kernel/admit-server.ts'
import type { Authenticate } from '../_shared/kernel/auth.ts'
import { readAsked } from '../_shared/kernel/contract.ts'
import { createHandler } from '../_shared/kernel/http.ts'
import { type DrainAnswered, notificationsContract, type PushAnswered, type PushAsked } from './contract.ts'
import { drain, type DrainDeps } from './drain.ts'
import { type Push, type SendPush, TokenGone, Undeliverable } from './senders/types.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface NotificationsDeps extends DrainDeps {
  authenticate: Authenticate
  sendPush: SendPush
  /**
   * The secret that pg_cron sends in the header `x-cron-secret`. If it is not set, only the project's secret key is admitted.
   */
  cronSecret: string | undefined
  /** Lets work continue after the response, if the platform supports it (`waitUntil`). */
  later?: ((work: Promise<unknown>) => void) | undefined
}

/**
 * Delivers notifications. Only our own servers may have messages sent: by the project's secret key, or by `cronSecret`.
 *
 * `notifications/send` delivers due messages of the outbox, or sends the one push in the request; see `contract.ts`.
 *
 * `notifications/shown/<key>` by POST: the device that got the push with this key has shown it. Anybody may say so.
 *
 * Errors: 401 `invalid_api_key`, 403 `not_allowed`, 400 `invalid_request`.
 */
export function createNotificationsHandler(deps: NotificationsDeps): (request: Request) => Promise<Response> {
  return createHandler('notifications', {
    async send({ request, body }) {
      await admitServer(request, deps)
      const { push, drain } = notificationsContract
      if (body['token'] !== undefined) return await sendOne(pushOf(readAsked(push.asked, body)))
      return await deliverDue(readAsked(drain.asked, body).for_seconds ?? 0)
    },
    'shown/*': { answer: async ({ tail }) => await noteShown(tail) },
  })

  /** Notes that a device has shown a push. Whoever has the key of a push may say so; an unknown key does nothing. */
  async function noteShown(key: string): Promise<Response> {
    if (UUID.test(key)) await deps.database.rpc('push_shown', { ack: key })
    return new Response(null, { status: 204, headers: { 'access-control-allow-origin': '*' } })
  }

  async function deliverDue(seconds: number): Promise<DrainAnswered> {
    if (seconds === 0 || !deps.later) return await drain(deps, seconds)
    deps.later(drain(deps, seconds).catch((error: unknown) => console.error(`notifications: ${String(error)}`)))
    return { started: true }
  }

  /** Sends one push. An error is logged; the caller learns only its kind: `token_gone`, `undeliverable` or `try_again`. */
  async function sendOne(push: Push): Promise<PushAnswered> {
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

function pushOf({ token, title, msg, screen, channelId, bookingId }: PushAsked): Push {
  return {
    token,
    title,
    body: msg,
    data: { ...(screen && { screen }), ...(bookingId && { bookingId }) },
    lang: '',
    channelId: channelId || 'bookings',
    ttl: 86_400,
    topic: '',
    urgency: 'high',
    actions: [],
  }
}
