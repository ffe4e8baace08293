import type { Budget } from '../../_shared/http-client/client.ts'
import type { Kit } from './kit.ts'

/** The providers by name, as `public.payment_provider` has them. */
export type ProviderName =
  | 'paypal'
  | 'braintree'
  | 'stripe'
  | 'paytm'
  | 'payulatam'
  | 'flutterwave'
  | 'paystack'
  | 'securepay'
  | 'payfast'
  | 'liqpay'
  | 'culqi'
  | 'mercadopago'
  | 'squareup'
  | 'wipay'
  | 'razorpay'
  | 'test'

/** A payment as an adapter sees it. Amounts are integers of the currency's minor unit (`money.ts`). */
export interface Payment {
  /** Our id. Every request carries it, and the provider repeats it in its messages. */
  id: string
  purpose: 'booking' | 'topup' | 'tip' | 'debt'
  amount: number
  /** ISO 4217. */
  currency: string
  /** Only authorised now; `capture` or `void` follows. */
  isHold: boolean
  /** Its customer agreed to store the card: the facts then contain it (`Fact.card`). */
  savesCard: boolean
  /** The provider's reference from `create`: a session, an order, a preference. */
  ref: string | null
  /** The argument of `refund`, `capture` and `void`: the charge, from an event or `complete`. */
  chargeRef: string | null
  /** When it was made, ISO 8601. */
  createdAt: string
  /** Description for the customer: `Ride ABCDEF`. */
  product: string
  customer: { id: string; firstName: string; lastName: string; email: string; mobile: string }
  /** Language of the customer, such as `de`. */
  lang: string
}

/** Addresses of ours for a provider. */
export interface Urls {
  /** Where the provider sends the browser back to; it carries our payment's id. */
  back: string
  /** Where the browser goes if the customer gives up. */
  cancel: string
  /** The webhook's address. */
  webhook: string
}

/** The next step of a payment. */
export type Next =
  /** The browser goes there, and comes back to `Urls.back`. */
  | { kind: 'redirect'; url: string }
  /** The browser posts these fields there. */
  | { kind: 'form'; action: string; fields: Record<string, string> }
  /** A link of the provider without a return: a webhook or a query has the result. */
  | { kind: 'link'; url: string }
  /** The page `/pay/:id` loads the provider's script; its result goes to `complete`. `params` are public. */
  | { kind: 'client'; script: string; params: Record<string, string | number | boolean | null> }
  /** The page `/pay/:id` asks what the test provider should do. */
  | { kind: 'test' }

export interface Started {
  next: Next
  /** The provider's reference, stored with the payment. */
  ref?: string
  /** When the provider stops accepting money, ISO 8601. */
  expiresAt?: string
}

/** A card stored by a provider for its owner. */
export interface KeptCard {
  /** The token that charges it. Secret: stored where no client can read it. */
  token: string
  /** The provider's customer id, if a charge needs it. */
  customer: string | null
}

/** A saved card with the data by which its owner recognises it. */
export interface NamedCard extends KeptCard {
  /** `visa`, `mastercard`, … */
  brand: string
  last4: string
  expMonth: number
  /** Four digits. */
  expYear: number
}

/** The outcome of charging a saved card. */
export interface Charged {
  /** What the provider decided at once. */
  facts: Fact[]
  /** The provider's reference. */
  ref?: string
  /** The page for the bank's authentication. */
  next?: Next
}

/** Operations of a provider that stores cards. */
export interface Cards {
  /**
   * Starts a payment with a saved card, instead of `create`. Its owner is present: if the bank requires authentication, `next`
   * leads there, and nothing is paid before. A repeated call for the same payment charges once.
   *
   * @throws {PaymentRefused} if the card is declined or no longer stored
   */
  charge(payment: Payment, card: KeptCard, urls: Urls, budget: Budget): Promise<Charged>
  /** Deletes a card at the provider; an unknown card counts as deleted. */
  forget(card: KeptCard, budget: Budget): Promise<void>
}

/** A provider's report about a payment. It is compared with the stored data before it counts. */
export interface Fact {
  /** Unique for the provider: the same fact reported twice has the same id. A queried fact has one made of charge and state. */
  eventId: string
  /**
   * - `paid`: the money is taken (of a hold: captured)
   * - `authorized`: a hold is open
   * - `pending`: undecided
   * - `failed`: declined, abandoned or expired
   * - `voided`: a hold was released
   * - `refunded`, `refund_failed`: the outcome of a refund
   * - `chargeback`, `chargeback_won`, `chargeback_lost`: the customer's bank took it back; it was decided
   */
  kind:
    | 'paid'
    | 'authorized'
    | 'pending'
    | 'failed'
    | 'voided'
    | 'refunded'
    | 'refund_failed'
    | 'chargeback'
    | 'chargeback_won'
    | 'chargeback_lost'
  /** Our payment's id, if the provider repeats it under its signature or in a response. */
  paymentId: string | null
  /** The provider's reference, by which the payment is found if our id is missing. */
  ref?: string
  chargeRef?: string
  /** The provider's amount in minor units; null if not reported. */
  amount: number | null
  currency: string | null
  /** The provider's fee, in minor units. */
  fee?: number
  /** Our refund's id, if the provider repeats it. */
  refundId?: string
  /** The provider's own id of the refund. */
  refundRef?: string
  /** The provider's id of the chargeback. */
  disputeRef?: string
  /** Deadline for answering a chargeback, ISO 8601. */
  dueAt?: string
  /** The card of the payment, if it is stored. */
  card?: NamedCard
  /** The message for the desk, without card numbers, secrets, tokens and personal addresses. */
  raw: Record<string, unknown>
}

/** A refund request. */
export interface Refund {
  /** Our id. */
  id: string
  /** In minor units of the payment's currency. */
  amount: number
  /** An earlier request for it may have reached the provider. Matters for providers without refund ids. */
  isRepeated?: boolean
  /** Minor units of the payment's other refunds that the provider confirmed. */
  doneBefore?: number
}

/** The outcome of a refund request. `pending`: the provider reports later, or is queried again. */
export interface Refunded {
  state: 'done' | 'pending' | 'failed'
  ref?: string
  /** For the desk, if it failed. */
  reason?: string
}

/** A request of a provider's server: bytes as sent, because the signature covers them. */
export interface ProviderRequest {
  bytes: Uint8Array<ArrayBuffer>
  headers: Headers
  /** The address by which the provider knows us, with its query: some sign it. */
  url: URL
  method: string
}

/** A webhook or a return that is not from the provider, or too old. The response is 401 without a reason. */
export class BadSignature extends Error {
  override name = 'BadSignature'
}

/** A permanent refusal of a provider: its text is for the log, `key` for the customer. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused'
  readonly key: 'payment_declined' | 'payment_not_possible'

  constructor(message: string, key: 'payment_declined' | 'payment_not_possible' = 'payment_declined') {
    super(message)
    this.key = key
  }
}

/**
 * One provider. Every method may throw a ProviderFailure (`http-client`), and none uses the database: the handler compares their
 * results with the stored data.
 */
export interface Adapter {
  /** Currencies it takes (ISO 4217). */
  currencies: readonly string[]
  /** Minimum and maximum of one payment in minor units of a currency. */
  limits?: (currency: string) => { min?: number; max?: number }
  /** Its keys are of its sandbox, so no real money moves. */
  isTest: boolean
  /** Origins that the page has to allow: targets of forms, sources of scripts and frames, and their connections. */
  origins: {
    form?: readonly string[]
    script?: readonly string[]
    frame?: readonly string[]
    connect?: readonly string[]
  }
  /** Begins a payment. A repeated call for the same payment must not charge the customer twice. */
  create(payment: Payment, urls: Urls, budget: Budget): Promise<Started>
  /**
   * The second step of `client` payments, and of those that are captured after the customer's approval.
   *
   * @param params the page's result; amounts in it are not trusted
   * @throws {PaymentRefused}
   */
  complete?(payment: Payment, params: Record<string, string>, budget: Budget): Promise<Fact[]>
  /**
   * Reads a webhook. If the provider signs, the signature is checked over the bytes; if it signs only a part or nothing, query
   * the provider, and only its response counts.
   *
   * @throws {BadSignature}
   */
  verify(heard: ProviderRequest, budget: Budget): Promise<Fact[]>
  /** The response that the webhook's sender expects; default: 200 with an empty body. */
  acknowledge?(heard: ProviderRequest): Response
  /**
   * Responds to a GET of the webhook's address, by which some providers verify that it is ours before they send anything.
   *
   * @throws {BadSignature} for any other
   */
  challenge?(heard: ProviderRequest): Promise<Response>
  /**
   * Reads the browser's return, for providers without queries that sign the return. Others omit it: `fetch` queries, and nothing
   * of the return is trusted.
   *
   * @throws {BadSignature}
   */
  returned?(payment: Payment, heard: ProviderRequest, budget: Budget): Promise<Fact[]>
  /** Queries the state of a payment. Absent if the provider has no query. */
  fetch?(payment: Payment, budget: Budget): Promise<Fact[]>
  /**
   * Refunds; the refund's id makes a repeated request idempotent. For providers without refund ids an error means that nothing
   * was sent, and a refund that may have arrived is `pending`.
   *
   * @param refund minor units, all or a part
   * @throws {ProviderFailure}
   */
  refund(payment: Payment, refund: Refund, budget: Budget): Promise<Refunded>
  /** Captures a part or all of a hold. */
  capture?(payment: Payment, amount: number, budget: Budget): Promise<Fact[]>
  /** Releases a hold. */
  void?(payment: Payment, budget: Budget): Promise<Fact[]>
  /** Absent if the provider stores no cards, or only on its own pages. */
  cards?: Cards
}

/** How a provider is found in the environment and created. */
export interface Provider {
  name: ProviderName
  /** Variables that enable it; all are required. */
  variables: readonly string[]
  /** Optional variables. */
  options?: readonly string[]
  /** Hosts that it calls, including its sandbox: the embedded stack lets the function reach no others. */
  hosts?: readonly string[]
  make(kit: Kit): Adapter
}
