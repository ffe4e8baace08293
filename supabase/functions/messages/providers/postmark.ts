import { postmark as sender } from '../../_shared/messages/channels/mail/postmark.ts'
import { codeOf, field, fieldOr, idOf, inside, jsonOf } from './read.ts'
import type { Listener, Receipt, Told } from './types.ts'

/** Bounces of the address itself. https://postmarkapp.com/developer/api/bounce-api#bounce-types */
const RECEIVER = new Set(['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated'])
/** Bounces after which Postmark may still deliver the mail, and answers of machines to a mail that arrived. */
const NO_FAILURES = new Set(['Transient', 'AutoResponder', 'AddressChange', 'Subscribe', 'ChallengeVerification'])

/**
 * Receipts from Postmark, which signs nothing.
 *
 * https://postmarkapp.com/developer/webhooks/webhooks-overview
 */
export const postmark: Listener = {
  name: sender.name,
  webhook: sender.webhook!,
  read({ bytes }) {
    const body = jsonOf(bytes)
    const ref = idOf(body['MessageID'], 'the id')
    const receiver = fieldOr(body['Recipient']) ?? fieldOr(body['Email'])
    const key = fieldOr(inside(body['Metadata'])['key'])
    const type = field(body['Type'])
    const event = `${ref}:${field(body['RecordType'])}:${codeOf(body['ID'] ?? body['ChangedAt'])}`
    const told = (state: Receipt['state'], failure: Partial<Receipt> = {}): Told => {
      return { kind: 'receipt', event, ref, key, receiver, state, ...failure }
    }
    const stop: Told[] = receiver ? [{ kind: 'stop', channel: 'mail', receiver }] : []
    switch (body['RecordType']) {
      case 'Delivery':
        return [told('delivered')]
      case 'SpamComplaint':
        return [told('delivered'), ...stop]
      case 'Bounce':
        if (type === 'Unsubscribe' || type === 'SpamComplaint') return stop
        if (NO_FAILURES.has(type)) return []
        return [told('failed', { reason: `bounced, ${codeOf(type)}`, isPermanent: RECEIVER.has(type) })]
      case 'SubscriptionChange':
        // A bounce comes as such. Who is allowed again at Postmark may still want no messages of ours.
        return body['SuppressSending'] === true && body['SuppressionReason'] !== 'HardBounce' ? stop : []
      default:
        return []
    }
  },
}
