import { garbage } from '../../../http-client/failure.ts'
import { list, object, text, textOr } from '../../../http-client/json.ts'
import type { Cost, Outcome, Provider, Sms } from '../types.ts'
import { fromVariable } from '../webhooks.ts'

/** `statusCode` of a recipient. https://developers.africastalking.com/docs/sms/sending/bulk */
const SENT = new Set([100, 101, 102])
const RECEIVER = new Set([403, 404, 409])
/** The receiver is on the list of those who want no messages. */
const UNSUBSCRIBED = 406
/** RiskHold, InvalidSenderId, InsufficientBalance, CouldNotRoute: another provider may be able to. */
const ACCOUNT = new Set([401, 402, 405, 407])
const INTERNAL = 500
const GATEWAY = 501

/**
 * Sends text messages by Africa's Talking. It has no key against repetition: a message whose response was lost is `unknown`.
 * The username `sandbox` is that of the simulator.
 *
 * https://developers.africastalking.com/docs/sms/sending/bulk
 */
export const africastalking: Provider<Sms> = {
  name: 'africastalking',
  variables: ['AFRICASTALKING_USERNAME', 'AFRICASTALKING_API_KEY'],
  options: ['AFRICASTALKING_FROM', 'AFRICASTALKING_WEBHOOK_SECRET'],
  hosts: ['api.africastalking.com', 'api.sandbox.africastalking.com'],
  webhook: { isSigned: false, secret: fromVariable('AFRICASTALKING_WEBHOOK_SECRET') },
  make({ secret, option, client }) {
    const username = secret('AFRICASTALKING_USERNAME')
    const host = username === 'sandbox' ? 'api.sandbox.africastalking.com' : 'api.africastalking.com'
    const url = new URL(`https://${host}/version1/messaging`)
    const headers = { apikey: secret('AFRICASTALKING_API_KEY') }
    const from = option('AFRICASTALKING_FROM')
    return ({ to, text: message }, { endsAt }) =>
      client.ask({
        operation: 'send',
        url,
        headers,
        form: new URLSearchParams({ username, to, message, ...(from && { from }) }),
        ok: [200, 201],
      }, { endsAt }, read)
  },
}

function read(json: unknown): Outcome {
  const data = object(object(json, 'the answer')['SMSMessageData'], 'SMSMessageData')
  const [first] = list(data['Recipients'], 'Recipients')
  if (first === undefined) {
    // Nothing was sent to anybody, for a reason such as InvalidSenderId.
    const word = textOr(data['Message'])
    if (!/^[A-Z][A-Za-z]{3,40}$/.test(word)) throw garbage('there is no recipient')
    return { state: word === 'InvalidPhoneNumber' ? 'receiver_refused' : 'account_refused', reason: word }
  }
  const recipient = object(first, 'the recipient')
  const code = recipient['statusCode']
  if (typeof code !== 'number') throw garbage('the status of the recipient is no number')
  const reason = `status ${code}`
  if (SENT.has(code)) {
    const ref = text(recipient['messageId'], 'the id')
    const cost = costOf(textOr(recipient['cost']))
    return { state: 'sent', provider: 'africastalking', ref, ...(cost && { cost }) }
  }
  if (code === UNSUBSCRIBED) return { state: 'receiver_refused', reason: `${reason}, unsubscribed` }
  if (RECEIVER.has(code)) return { state: 'receiver_refused', reason }
  if (ACCOUNT.has(code)) return { state: 'account_refused', reason }
  if (code === INTERNAL || code === GATEWAY) return { state: 'unknown', reason }
  return { state: 'undeliverable', reason }
}

/** Reads a cost such as `KES 0.8000`. */
function costOf(line: string): Cost | null {
  const [, currency, amount] = /^([A-Z]{3}) (\d{1,6}(?:\.\d{1,6})?)$/.exec(line) ?? []
  return currency && amount ? { amount, currency } : null
}
