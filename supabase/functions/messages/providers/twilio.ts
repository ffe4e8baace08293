import { fromBase64, isHmac } from '../../_shared/kernel/hmac.ts'
import { BadSignature } from '../../_shared/kernel/webhook.ts'
import { RECEIVER, twilio as sender } from '../../_shared/messages/channels/sms/twilio.ts'
import { codeOf, field, formOf, idOf, keyIn, numberOf, wordsOf } from './read.ts'
import type { Listener, ProviderRequest, Receipt, Told } from './types.ts'

/** The receiver sent STOP to the sender. */
const STOPPED = 21610

const STATES: Readonly<Record<string, Receipt['state']>> = {
  sent: 'taken',
  delivered: 'delivered',
  read: 'delivered',
  failed: 'failed',
  undelivered: 'failed',
}

/**
 * Receipts and texts from Twilio. Receipts have neither a price nor a count of segments.
 *
 * https://www.twilio.com/docs/messaging/guides/track-outbound-message-status
 * https://www.twilio.com/docs/messaging/guides/webhook-request
 * https://www.twilio.com/docs/usage/webhooks/webhooks-security
 */
export const twilio: Listener = {
  name: sender.name,
  webhook: sender.webhook!,
  async read(request, token, get) {
    const form = formOf(request.bytes)
    await verify(request, form, token)
    // A key of another account cannot sign, but the same token may sign for several addresses of one account.
    if (form.get('AccountSid') !== get('TWILIO_ACCOUNT_SID')?.trim()) throw new BadSignature('another account')
    return form.has('MessageStatus') ? receipt(form, request.url) : text(form)
  },
}

/** @throws {BadSignature} */
async function verify({ headers, url }: ProviderRequest, form: URLSearchParams, token: string): Promise<void> {
  // The address, then each parameter's name and value without anything between, in the order of the names.
  const names = [...new Set(form.keys())].sort()
  const signed = url.href +
    names.flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => `${name}${value}`)).join('')
  const signature = fromBase64(headers.get('x-twilio-signature') ?? '')
  if (!await isHmac('SHA-1', token, signed, signature)) throw new BadSignature('the signature does not fit')
}

function receipt(form: URLSearchParams, url: URL): Told[] {
  const ref = idOf(form.get('MessageSid'), 'the id')
  const said = field(form.get('MessageStatus'))
  const state = Object.hasOwn(STATES, said) ? STATES[said] : undefined
  if (!state) return []
  const receiver = numberOf(form.get('To'))
  const code = Number(form.get('ErrorCode'))
  const told: Receipt = { kind: 'receipt', event: `${ref}:${said}`, ref, key: keyIn(url), receiver, state }
  if (state !== 'failed') return [told]
  const reason = `error ${codeOf(form.get('ErrorCode'))}${code === STOPPED ? ', unsubscribed' : ''}`
  const failed = { ...told, reason, isPermanent: code === STOPPED || RECEIVER.has(code) }
  const stop: Told[] = code === STOPPED && receiver ? [{ kind: 'stop', channel: 'sms', receiver }] : []
  return [failed, ...stop]
}

function text(form: URLSearchParams): Told[] {
  const event = idOf(form.get('MessageSid'), 'the id')
  // A name, a short code or another channel: nobody can be answered.
  const from = numberOf(form.get('From'))
  // OptOutType says that Twilio has answered one of its words: https://www.twilio.com/docs/messaging/tutorials/advanced-opt-out
  return from && form.has('Body')
    ? [{ kind: 'text', event, from, text: wordsOf(form.get('Body')), isAnswered: form.has('OptOutType') }]
    : []
}
