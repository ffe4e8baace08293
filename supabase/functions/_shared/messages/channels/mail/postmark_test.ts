import { assertEquals } from '@std/assert'
import { json } from '../../../http-client/testing/server.ts'
import { conform } from '../testing/contract.ts'
import { postmark } from './postmark.ts'

const error = (ErrorCode: number, Message = 'No') => ({ ErrorCode, Message })
const MessageID = 'b7bc2f4a-e38e-4336-af7d-e6c392c2f817'

/** https://postmarkapp.com/developer/api/email-api, https://postmarkapp.com/developer/api/overview#error-codes */
conform({
  channel: 'mail',
  provider: postmark,
  env: { POSTMARK_SERVER_TOKEN: 'secret-token-of-the-server' },
  accepted: {
    answer: json({ To: 'ann@example.com', SubmittedAt: '2026-02-17T07:25:01Z', MessageID, ErrorCode: 0, Message: 'OK' }),
    ref: MessageID,
  },
  refusals: [
    ['a wrong token', 401, error(10), 'account_refused'],
    ['an unconfirmed sender', 422, error(401), 'account_refused'],
    ['an unknown sender', 422, error(400), 'account_refused'],
    ['an exhausted account', 422, error(405), 'account_refused'],
    ['a pending account', 422, error(412), 'account_refused'],
    ['an inactive receiver', 422, error(406), 'receiver_refused'],
    ['an invalid receiver', 422, error(300, "Error parsing 'To': Illegal email domain"), 'receiver_refused'],
    ['an invalid sender', 422, error(300, "Invalid 'From' address"), 'account_refused'],
    ['another invalid field', 422, error(300, 'Zero recipients specified'), 'undeliverable'],
    ['a forbidden attachment', 422, error(411), 'undeliverable'],
    ['maintenance', 422, error(100), 'retry'],
    ['the limit of requests', 422, error(429), 'rate_limited'],
    ['an inactive receiver with status 200', 200, error(406), 'receiver_refused'],
    ['a wrong sender with status 200', 200, error(400), 'account_refused'],
  ],
  keyIn: ({ json: { Metadata } }) => (Metadata as { key: unknown }).key,
  understand({ method, path, headers, json: body }) {
    assertEquals([method, path], ['POST', '/email'])
    assertEquals(headers.get('x-postmark-server-token'), 'secret-token-of-the-server')
    assertEquals(headers.get('accept'), 'application/json')
    assertEquals(body['MessageStream'], 'outbound')
    return {
      to: String(body['To']),
      text: String(body['TextBody']),
      html: String(body['HtmlBody']),
      subject: String(body['Subject']),
      from: String(body['From']),
    }
  },
})
