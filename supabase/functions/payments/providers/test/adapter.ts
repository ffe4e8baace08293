import * as z from 'zod/mini'
import { BadSignature, PaymentRefused } from '../errors.ts'
import { sumOf } from '../figures.ts'
import type { Adapter, Fact, Payment, Provider } from '../types.ts'
import { check, SIGNATURE } from './signature.ts'

const count = z.int().check(z.nonnegative())

/** The content of a webhook of the test provider. */
const webhook = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  kind: z.enum([
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
  ]),
  payment: z.guid(),
  charge: z.string(),
  amount: count,
  currency: z.string(),
  fee: z.optional(count),
  refund: z.optional(z.guid()),
  dispute: z.optional(z.string()),
  due_at: z.optional(z.string()),
  card: z.optional(z.object({
    token: z.string(),
    brand: z.string(),
    last4: z.string(),
    exp_month: z.int(),
    exp_year: z.int(),
  })),
})

export type TestWebhook = z.input<typeof webhook>

/**
 * Amount in minor units above which the test provider requires the bank's authentication for a saved card. This imitates
 * Europe, where small amounts need no authentication.
 */
export const ASKS_ABOVE = 3000

/** Returns the card that the test provider saves for a payment: the same Visa card for all, but each with its own token. */
export const cardOf = ({ id }: Payment) => ({
  token: `test_card_${id}`,
  brand: 'visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2031,
})

const chargeOf = ({ id }: Payment): string => `test_ch_${id}`

function factOf(heard: TestWebhook): Fact {
  const { card, ...raw } = heard
  const { id, kind, payment, charge, amount, currency, fee, refund, dispute, due_at: dueAt } = raw
  return {
    eventId: id,
    kind,
    paymentId: payment,
    ref: `test_${payment}`,
    chargeRef: charge,
    ...sumOf(amount, currency),
    ...(fee !== undefined && { fee }),
    ...(refund !== undefined && { refundId: refund, refundRef: `test_re_${refund}` }),
    ...(dispute !== undefined && { disputeRef: dispute }),
    ...(dueAt !== undefined && { dueAt }),
    ...(card && {
      card: {
        token: card.token,
        customer: null,
        brand: card.brand,
        last4: card.last4,
        expMonth: card.exp_month,
        expYear: card.exp_year,
      },
    }),
    raw,
  }
}

/**
 * Our own provider for tests, which moves no money. On the page `/pay/:id` the payer chooses what the provider reports. Its
 * webhooks are signed like those of a real provider.
 */
export const test: Provider = {
  name: 'test',
  variables: ['TEST_PAYMENTS_SECRET'],
  hosts: [],
  make({ secret, now }): Adapter {
    const said = (payment: Payment, kind: Fact['kind'], amount: number): Fact[] => [factOf({
      id: `test_${kind}_${payment.id}_${amount}`,
      kind,
      payment: payment.id,
      charge: chargeOf(payment),
      amount,
      currency: payment.currency,
    })]
    return {
      currencies: Intl.supportedValuesOf('currency'),
      isTest: true,
      origins: {},
      create: (payment) => Promise.resolve({ next: { kind: 'test' }, ref: `test_${payment.id}` }),
      async verify({ bytes, headers }) {
        await check(secret('TEST_PAYMENTS_SECRET'), bytes, headers.get(SIGNATURE), now())
        let json: unknown
        try {
          json = JSON.parse(new TextDecoder().decode(bytes))
        } catch {
          throw new BadSignature('what is signed is no JSON')
        }
        const heard = z.safeParse(webhook, json)
        return heard.success ? [factOf(heard.data)] : []
      },
      refund: (_payment, { id }) => Promise.resolve({ state: 'done', ref: `test_re_${id}` }),
      capture: (payment, amount) => Promise.resolve(said(payment, 'paid', amount)),
      void: (payment) => Promise.resolve(said(payment, 'voided', payment.amount)),
      cards: {
        offSession: true,
        charge(payment, card) {
          if (!card.token.startsWith('test_card_')) throw new PaymentRefused('the card is not known')
          const ref = `test_${payment.id}`
          if (payment.amount > ASKS_ABOVE) return Promise.resolve({ facts: [], ref, next: { kind: 'test' } })
          const facts = said(payment, payment.isHold ? 'authorized' : 'paid', payment.amount)
          return Promise.resolve({ facts, ref })
        },
        forget: () => Promise.resolve(),
      },
    }
  },
}
