import { assertEquals } from '@std/assert'
import { json } from '../../../http-client/testing/server.ts'
import { conform } from '../testing/contract.ts'
import { vonage } from './vonage.ts'

const errors = 'https://developer.vonage.com/api-errors'
const error = (type: string, more = {}) => ({ type: `${errors}${type}`, title: 'No', detail: 'No', instance: 'bf0ca0', ...more })
const message_uuid = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'

/** https://developer.vonage.com/en/api/messages, https://developer.vonage.com/en/api-errors/messages */
conform({
  channel: 'sms',
  provider: vonage,
  env: { VONAGE_API_KEY: 'abcd1234', VONAGE_API_SECRET: 'secret-of-vonage', VONAGE_FROM: 'AcmeCabs' },
  accepted: { answer: json({ message_uuid }, 202), ref: message_uuid },
  refusals: [
    ['a wrong key', 401, error('#unauthorized'), 'account_refused'],
    ['an empty account', 402, error('#low-balance'), 'account_refused'],
    ['an empty prepaid account', 402, error('/messages#1070'), 'account_refused'],
    ['a barred account', 403, error('/messages#1060'), 'account_refused'],
    ['a sender that is not allowed', 422, error('/messages#1120'), 'account_refused'],
    ['an unknown prefix', 422, error('/messages#1040'), 'receiver_refused'],
    ['a barred number', 422, error('/messages#1050'), 'receiver_refused'],
    ['an invalid number', 422, error('/messages#1020', { invalid_parameters: [{ name: 'to', reason: 'No' }] }), 'receiver_refused'],
    ['an invalid sender', 422, error('/messages#1020', { invalid_parameters: [{ name: 'from' }] }), 'account_refused'],
    ['an invalid text', 422, error('/messages#1020', { invalid_parameters: [{ name: 'text' }, null] }), 'undeliverable'],
    ['a failed submission', 422, error('/messages#1100'), 'retry'],
    ['the limit of the account', 422, error('/messages#1000'), 'rate_limited'],
    ['a barred number with status 200', 200, error('/messages#1050'), 'receiver_refused'],
  ],
  receipts: {
    env: { VONAGE_SIGNATURE_SECRET: 'secret-of-signatures' },
    provenBy: 'VONAGE_SIGNATURE_SECRET',
    address: ({ json: { webhook_url = null } }) => webhook_url as string | null,
    expected: 'vonage',
  },
  keyIn: ({ json: { client_ref } }) => client_ref,
  understand({ method, path, headers, json: body }) {
    assertEquals([method, path], ['POST', '/v1/messages'])
    assertEquals(headers.get('authorization'), `Basic ${btoa('abcd1234:secret-of-vonage')}`)
    const { to, text, ...rest } = body
    assertEquals(rest, {
      channel: 'sms',
      message_type: 'text',
      from: 'AcmeCabs',
      ttl: 1800,
      client_ref: 'outbox-7',
      sms: { encoding_type: 'auto' },
    })
    return { to: `+${to}`, text: String(text) }
  },
})
