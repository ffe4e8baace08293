import { verifyWebhook } from '../../_shared/kernel/webhook.ts'
import { resend as sender } from '../../_shared/messages/channels/mail/resend.ts'
import { codeOf, field, fieldOr, idOf, inside, jsonOf } from './read.ts'
import type { Listener, Receipt, Told } from './types.ts'

const STATES: Readonly<Record<string, Receipt['state']>> = {
  'email.sent': 'taken',
  'email.delivered': 'delivered',
  'email.bounced': 'failed',
  'email.failed': 'failed',
  'email.suppressed': 'failed',
  'email.complained': 'delivered',
}

/**
 * Receipts from Resend, which signs by Svix.
 *
 * https://resend.com/docs/dashboard/webhooks/event-types
 * https://resend.com/docs/dashboard/webhooks/verify-webhooks-requests
 */
export const resend: Listener = {
  name: sender.name,
  webhook: sender.webhook!,
  async read({ bytes, headers }, secret) {
    await verifyWebhook(secret, headers, bytes, undefined, 'svix')
    const event = idOf(headers.get('svix-id'), 'the id')
    const body = jsonOf(bytes)
    const said = field(body['type'])
    const state = Object.hasOwn(STATES, said) ? STATES[said] : undefined
    if (!state) return []
    const data = inside(body['data'])
    const to = Array.isArray(data['to']) ? data['to'][0] : data['to']
    const receiver = fieldOr(to)
    const bounce = inside(data['bounce'])
    const told: Told = {
      kind: 'receipt',
      event,
      ref: idOf(data['email_id'], 'the id'),
      key: fieldOr(inside(data['tags'])['key']),
      receiver,
      state,
      ...(state === 'failed' && {
        reason: said === 'email.bounced'
          ? `bounced, ${codeOf(bounce['type'])} ${codeOf(bounce['subType'])}`
          : said.slice('email.'.length),
        isPermanent: said === 'email.suppressed' || bounce['type'] === 'Permanent',
      }),
    }
    return said === 'email.complained' && receiver ? [told, { kind: 'stop', channel: 'mail', receiver }] : [told]
  },
}
