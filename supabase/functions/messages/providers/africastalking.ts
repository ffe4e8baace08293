import { africastalking as sender } from '../../_shared/messages/channels/sms/africastalking.ts'
import { codeOf, field, formOf, idOf, numberOf, wordsOf } from './read.ts'
import type { Listener, Receipt, Told } from './types.ts'

const STATES: Readonly<Record<string, Receipt['state']>> = {
  Sent: 'taken',
  Submitted: 'taken',
  Success: 'delivered',
  Rejected: 'failed',
  Failed: 'failed',
}

/** Reasons of the number itself. */
const RECEIVER = new Set([
  'NotNetworkSubcriber', // spelt so
  'UserAccountSuspended',
  'UserDoesNotExist',
  'UserIsInactive',
])

/** The number's owner wants no messages. */
const STOPPED = new Set(['DoNotDisturbRejection', 'UserInBlackList'])

/**
 * Receipts, texts and opt-outs from Africa's Talking, which signs nothing.
 *
 * https://developers.africastalking.com/docs/sms/notifications
 */
export const africastalking: Listener = {
  name: sender.name,
  webhook: sender.webhook!,
  read({ bytes }) {
    const form = formOf(bytes)
    if (form.has('status')) return receipt(form)
    if (form.has('text')) {
      const from = numberOf(form.get('from'))
      const event = idOf(form.get('id'), 'the id')
      return from ? [{ kind: 'text', event, from, text: wordsOf(form.get('text')), isAnswered: false }] : []
    }
    const receiver = form.has('senderId') ? numberOf(form.get('phoneNumber')) : null
    return receiver ? [{ kind: 'stop', channel: 'sms', receiver }] : []
  },
}

function receipt(form: URLSearchParams): Told[] {
  const ref = idOf(form.get('id'), 'the id')
  const said = field(form.get('status'))
  const state = Object.hasOwn(STATES, said) ? STATES[said] : undefined
  if (!state) return []
  const reason = codeOf(form.get('failureReason'))
  const receiver = numberOf(form.get('phoneNumber'))
  const told: Receipt = { kind: 'receipt', event: `${ref}:${said}`, ref, key: null, receiver, state }
  if (state !== 'failed') return [told]
  const isStopped = STOPPED.has(reason)
  const stop: Told[] = isStopped && receiver ? [{ kind: 'stop', channel: 'sms', receiver }] : []
  return [
    {
      ...told,
      reason: `${said} ${reason}${isStopped ? ', unsubscribed' : ''}`,
      isPermanent: isStopped || RECEIVER.has(reason),
    },
    ...stop,
  ]
}
