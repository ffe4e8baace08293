import { assertEquals } from '@std/assert'
import { json } from '../../../http-client/testing/server.ts'
import { conform } from '../testing/contract.ts'
import { africastalking } from './africastalking.ts'

const answer = (statusCode: number, status = 'No') => ({
  SMSMessageData: {
    Message: 'Sent to 0/1 Total Cost: 0',
    Recipients: [{ statusCode, number: '+254711XXXYYY', status, cost: 'KES 0.8000', messageId: 'ATPid_SampleTxnId123' }],
  },
})

/** https://developers.africastalking.com/docs/sms/sending/bulk */
conform({
  channel: 'sms',
  provider: africastalking,
  env: { AFRICASTALKING_USERNAME: 'acme', AFRICASTALKING_API_KEY: 'secret-key', AFRICASTALKING_FROM: 'ACME' },
  accepted: { answer: json(answer(101, 'Success'), 201), ref: 'ATPid_SampleTxnId123', cost: { amount: '0.8000', currency: 'KES' } },
  refusals: [
    ['a wrong key', 401, 'The supplied authentication is invalid', 'account_refused'],
    ['a held message', 201, answer(401, 'RiskHold'), 'account_refused'],
    ['an unknown sender', 201, answer(402, 'InvalidSenderId'), 'account_refused'],
    ['an invalid number', 201, answer(403, 'InvalidPhoneNumber'), 'receiver_refused'],
    ['a number that gets no texts', 201, answer(404, 'UnsupportedNumberType'), 'receiver_refused'],
    ['an empty account', 201, answer(405, 'InsufficientBalance'), 'account_refused'],
    ['a blocked receiver', 201, answer(406, 'UserInBlacklist'), 'receiver_refused'],
    ['a number without a route', 201, answer(407, 'CouldNotRoute'), 'account_refused'],
    ['a receiver on the list of those not to disturb', 201, answer(409, 'DoNotDisturbRejection'), 'receiver_refused'],
    ['an error of their own', 201, answer(500, 'InternalServerError'), 'unknown'],
    ['an error of the operator', 201, answer(501, 'GatewayError'), 'unknown'],
    ['a rejection by the operator', 201, answer(502, 'RejectedByGateway'), 'undeliverable'],
    ['a refusal without recipients', 201, { SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } }, 'account_refused'],
  ],
  understand({ method, path, headers, text }) {
    assertEquals([method, path], ['POST', '/version1/messaging'])
    assertEquals([headers.get('apikey'), headers.get('accept')], ['secret-key', 'application/json'])
    const form = new URLSearchParams(text)
    assertEquals([form.get('username'), form.get('from')], ['acme', 'ACME'])
    return { to: form.get('to') ?? '', text: form.get('message') ?? '' }
  },
})
