import { createHash, createHmac } from 'node:crypto'
import { conform } from '../testing/conformance.ts'
import type { Happening } from '../testing/simulation.ts'
import { test } from './adapter.ts'

const CARD = { token: 'test_card_1', customer: null, brand: 'visa', last4: '4242', expMonth: 12, expYear: 2031 }

function bodyOf({ kind, payment, amount, currency, number, refund }: Happening): string {
  return JSON.stringify({
    id: `evt_${kind}_${number}`,
    kind,
    payment: payment.id,
    charge: `test_ch_${payment.id}`,
    amount,
    currency,
    ...(refund && { refund: refund.id }),
    ...(kind === 'paid' && payment.savesCard && {
      card: { token: CARD.token, brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2031 },
    }),
    ...(kind.startsWith('chargeback') && { dispute: `dp_${createHash('sha1').update(payment.id).digest('hex')}` }),
  })
}

conform({
  provider: test,
  environment: { TEST_PAYMENTS_SECRET: 'whsec_0f1e2d3c4b5a69788796a5b4c3d2e1f0' },
  currency: 'EUR',
  isSigned: true,
  ageLimitMs: 300_000,
  asksNobody: true,
  cards: { found: CARD, creates: () => [], charges: () => [], forgets: () => [] },
  tells: [
    'paid',
    'authorized',
    'pending',
    'failed',
    'voided',
    'refunded',
    'refund_failed',
    'chargeback',
    'chargeback_won',
    'chargeback_lost',
  ],
  creates: (payment) => ({ asks: [], next: { kind: 'test' }, ref: `test_${payment.id}` }),
  start({ TEST_PAYMENTS_SECRET: secret = '' }) {
    const messageOf = (body: string, at: number) => {
      const t = Math.floor(at / 1000)
      const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
      return { body, headers: { 'x-test-signature': `t=${t},v1=${v1}` }, signed: 'all' as const }
    }
    return {
      answer: () => Response.json({}, { status: 404 }),
      happen: () => {},
      webhook: (happening) => messageOf(bodyOf(happening), happening.at),
      unrelated: () => messageOf('{"id":"evt_1","kind":"ping"}', Date.parse('2026-03-01T12:00:00Z')),
      refunds: () => [],
    }
  },
})
