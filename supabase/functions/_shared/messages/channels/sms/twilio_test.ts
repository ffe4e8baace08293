import { assertEquals } from '@std/assert'
import { json } from '../../../http-client/testing/server.ts'
import { conform } from '../testing/contract.ts'
import { twilio } from './twilio.ts'

const account = `AC${'0'.repeat(32)}`
const error = (code: number, status = 400) => ({ code, message: 'No', more_info: 'https://www.twilio.com', status })
const message = { sid: `SM${'1'.repeat(32)}`, status: 'queued', error_code: null, num_segments: '1', direction: 'outbound-api' }

/** https://www.twilio.com/docs/messaging/api/message-resource, https://www.twilio.com/docs/api/errors */
conform({
  channel: 'sms',
  provider: twilio,
  env: { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: 'secret-token', TWILIO_SENDER: `MG${'2'.repeat(32)}` },
  accepted: { answer: json(message, 201), ref: message.sid },
  refusals: [
    ['a wrong token', 401, error(20003, 401), 'account_refused'],
    ['an account that is not active', 403, error(20005, 403), 'account_refused'],
    ['an unknown account', 404, error(20404, 404), 'account_refused'],
    ['a region that is not enabled', 403, error(21408, 403), 'account_refused'],
    ['a sender of another account', 400, error(21660), 'account_refused'],
    ['an invalid number', 400, error(21211), 'receiver_refused'],
    ['a receiver who sent STOP', 400, error(21610), 'receiver_refused'],
    ['a fixed line', 400, error(21635), 'receiver_refused'],
    ['a text that is too long', 400, error(21617), 'undeliverable'],
    ['an unknown code', 400, error(29999), 'undeliverable'],
    ['a full queue', 400, error(21611), 'rate_limited'],
    ['the limit of the day', 400, error(63038), 'rate_limited'],
    ['a service that is not there', 400, error(20503), 'retry'],
    ['a message that failed at once', 201, { ...message, status: 'failed', error_code: 30006 }, 'receiver_refused'],
    ['a message that failed for our account', 201, { ...message, status: 'failed', error_code: 30002 }, 'account_refused'],
  ],
  receipts: {
    env: { TWILIO_API_KEY: `SK${'3'.repeat(32)}`, TWILIO_WEBHOOK_TOKEN: 'secret-token' },
    provenBy: 'TWILIO_WEBHOOK_TOKEN',
    address: ({ text }) => new URLSearchParams(text).get('StatusCallback'),
    expected: 'twilio',
  },
  understand({ method, path, headers, text }) {
    assertEquals([method, path], ['POST', `/2010-04-01/Accounts/${account}/Messages.json`])
    assertEquals(headers.get('authorization'), `Basic ${btoa(`${account}:secret-token`)}`)
    assertEquals(headers.get('content-type'), 'application/x-www-form-urlencoded')
    const form = new URLSearchParams(text)
    assertEquals([form.get('MessagingServiceSid'), form.get('ValidityPeriod')], [`MG${'2'.repeat(32)}`, '300'])
    return { to: form.get('To') ?? '', text: form.get('Body') ?? '' }
  },
})
