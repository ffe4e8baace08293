// Requests and responses of `payments`. Three paths have no contract: `checkout/<token>` and `return/<provider>`, which
// browsers open when they come from another site, and `webhook/<provider>`, which providers' servers call. They accept what the
// sender chooses to send. Browsers get a redirect (303), providers' servers the response that they expect.
import * as z from 'zod/mini'
import { CARD_CONSENT, EARLIER_CONSENTS } from './consent.ts'

const uuid = (name: string) => z.guid({ error: `${name} has to be a UUID` })
const provider = z.string({ error: 'provider has to be a name' }).check(
  z.regex(/^[a-z]{1,30}$/, 'provider has to be a name'),
)

/** The secret of a pay link, by which the passenger of a street trip (hailed in the street) pays without an account. */
const pay_token = z.nullish(z.string().check(z.regex(/^[0-9a-f]{32}$/, 'pay_token is not valid')))

/** The longest time that one call may keep polling (s). */
const LONGEST = 50
const seconds = `for_seconds is a number from 0 to ${LONGEST}`

/** The behaviours that a payer can choose for the test provider (`webhooksOf` in `providers/test/acts.ts`). */
export const ACTS = [
  'approve',
  'decline',
  'delay',
  'double',
  'out_of_order',
  'wrong_amount',
  'chargeback',
  'chargeback_won',
  'chargeback_lost',
  'twice',
] as const

export type Act = (typeof ACTS)[number]

const next = z.union([
  z.object({ kind: z.literal('redirect'), url: z.string() }),
  z.object({ kind: z.literal('link'), url: z.string() }),
  z.object({ kind: z.literal('form'), action: z.string(), fields: z.record(z.string(), z.string()) }),
  z.object({
    kind: z.literal('client'),
    script: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  }),
  z.object({ kind: z.literal('test') }),
])

const state = z.object({
  payment: z.object({
    id: z.string(),
    provider: z.string(),
    purpose: z.enum(['booking', 'topup', 'tip', 'debt']),
    /** What the payment is for. More precise than `purpose`: a `booking` is a `ride` or a `parcel` here. */
    kind: z.enum(['ride', 'parcel', 'topup', 'tip', 'debt']),
    /** The state of the payment. Both `created` and `failed` are undecided: after a failed attempt another one may follow. */
    status: z.enum(['created', 'authorized', 'paid', 'failed', 'voided', 'expired']),
    is_hold: z.boolean(),
    amount: z.number(),
    currency: z.string(),
    refunded_amount: z.number(),
    booking_id: z.nullable(z.string()),
    booking_status: z.nullable(z.string()),
    /** The booking's reference. */
    reference: z.nullable(z.string()),
    /** Whether it is a test payment, in which no real money moves. */
    test: z.boolean(),
    created_at: z.string(),
    expires_at: z.nullable(z.string()),
  }),
  /** The customer's next step while the payment is undecided. Null if there is none, or if the checkout has to start again. */
  next: z.nullable(next),
})

export const paymentsContract = {
  /** The payment providers that a caller can choose. */
  providers: {
    asked: z.object({}),
    answered: z.object({
      providers: z.array(z.object({
        name: z.string(),
        /** Path of the provider's logo in the app. */
        mark: z.string(),
        /** The part of a checkout's link before its token; `checkout` returns the whole link. */
        link: z.string(),
        /** Currencies that the provider accepts, by ISO 4217. */
        currencies: z.array(z.string()),
        /** Minimum and maximum of one payment, in units of the operator's currency. */
        limits: z.nullable(z.object({ min: z.nullable(z.number()), max: z.nullable(z.number()) })),
        /** Whether the provider is in test mode and takes no real money. */
        test: z.boolean(),
        /** Whether the provider can reserve an amount before a ride. */
        holds: z.boolean(),
        /** Whether the provider can store a card for its owner. */
        cards: z.boolean(),
        /** Whether it can reserve an amount on a saved card while the card's owner is away. */
        off_session: z.boolean(),
        /** Origins for the payment page's content security policy: `form` for `form-action`, `script` for `script-src`, etc. */
        origins: z.object({
          form: z.exactOptional(z.array(z.string())),
          script: z.exactOptional(z.array(z.string())),
          frame: z.exactOptional(z.array(z.string())),
          connect: z.exactOptional(z.array(z.string())),
        }),
      })),
    }),
  },
  /** Starts a payment of the caller. The server decides the amount; for top-ups and tips the caller does, within limits. */
  checkout: {
    asked: z.object({
      purpose: z.enum(['booking', 'topup', 'tip', 'debt'], { error: 'purpose is booking, topup, tip or debt' }),
      booking_id: z.nullish(uuid('booking_id')),
      /** The payment request that a top-up pays; the server then decides the amount. */
      request_id: z.nullish(uuid('request_id')),
      amount: z.nullish(z.number({ error: 'amount has to be a number' })),
      provider,
      /** A UUID that the client makes: repeating the request with it returns the same payment. */
      client_key: uuid('client_key'),
      /**
       * The secret of a street trip's pay link. With it the caller pays the unpaid amount of that trip without signing in.
       * `purpose`, `booking_id` and `amount` are then ignored.
       */
      pay_token,
      /** The caller's saved card with which to pay. */
      card: z.nullish(uuid('card')),
      /** The version of the text by which the caller agreed to save the card. */
      consent: z.nullish(
        z.literal([CARD_CONSENT, ...EARLIER_CONSENTS], {
          error: 'The words of the consent have changed: load the page again',
        }),
      ),
    }),
    answered: z.object({
      payment_id: z.string(),
      /** The address to which the browser posts `fields`, once, within 15 minutes. */
      link: z.string(),
      /** Fields that the browser posts to `link`. They are for display only: the server identifies the payment by the link. */
      fields: z.object({
        order_id: z.string(),
        amount: z.string(),
        currency: z.string(),
        product_name: z.string(),
        first_name: z.string(),
        last_name: z.string(),
        quantity: z.string(),
        cust_id: z.string(),
        mobile_no: z.string(),
        email: z.string(),
      }),
    }),
  },
  /** Returns the state of a payment of the caller. While it is undecided, the provider is queried first, every 4 s at most. */
  status: { asked: z.object({ payment_id: uuid('payment_id'), pay_token }), answered: state },
  /** Completes a payment whose first step was in our page: `params` is the result of the provider's script there. */
  complete: {
    asked: z.object({
      payment_id: uuid('payment_id'),
      pay_token,
      params: z.record(
        z.string().check(z.maxLength(60)),
        z.string({ error: 'params are texts' }).check(
          z.maxLength(20_000, 'params are texts of 20000 characters at most'),
        ),
        { error: 'params is an object of texts' },
      ),
    }),
    answered: state,
  },
  /** Makes the test provider behave as `act` says for a payment of the caller. */
  'test/act': {
    asked: z.object({
      payment_id: uuid('payment_id'),
      pay_token,
      act: z.enum(ACTS, { error: `act is one of ${ACTS.join(', ')}` }),
    }),
    answered: state,
  },
  /**
   * For our own servers: runs what the database has queued: holds by saved cards, captures, releases of holds, refunds,
   * queries, deletions of cards.
   */
  work: {
    asked: z.object({
      /** How long to keep polling for queued requests (s). */
      for_seconds: z.nullish(z.number({ error: seconds }).check(z.minimum(0, seconds), z.maximum(LONGEST, seconds))),
    }),
    answered: z.union([
      z.object({ done: z.int(), again: z.int(), failed: z.int() }),
      /** The response to a call with `for_seconds` on platforms that let the work continue after the response. */
      z.object({ started: z.literal(true) }),
    ]),
  },
}

export type ProvidersAnswered = z.output<typeof paymentsContract.providers.answered>
export type ProviderListed = ProvidersAnswered['providers'][number]
export type CheckoutAsked = z.output<typeof paymentsContract.checkout.asked>
export type CheckoutAnswered = z.output<typeof paymentsContract.checkout.answered>
export type PaymentState = z.output<typeof state>
