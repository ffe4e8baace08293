import type { Budget } from '../../_shared/http-client/client.ts'
import type { Kit } from './kit.ts'

/** The names of the providers, the same as in the SQL type `public.payment_provider`. */
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
  /** Our id of the payment. Every request to the provider carries it, and the provider repeats it in its messages. */
  id: string
  purpose: 'booking' | 'topup' | 'tip' | 'debt'
  amount: number
  /** The currency's code by ISO 4217. */
  currency: string
  /** Whether the amount is only reserved (authorised) now; `capture` or `void` follows. */
  isHold: boolean
  /** Whether the customer agreed to store the card: the facts then contain it (`Fact.card`). */
  savesCard: boolean
  /** The provider's reference from `create`: a session, an order, a preference. */
  ref: string | null
  /** The provider's id of the charge, from an event or `complete`; `refund`, `capture` and `void` need it. */
  chargeRef: string | null
  /** When the payment was created, ISO 8601. */
  createdAt: string
  /** Description for the customer: `Ride ABCDEF`. */
  product: string
  customer: { id: string; firstName: string; lastName: string; email: string; mobile: string }
  /** Language of the customer, such as `de`. */
  lang: string
}

/** Addresses of ours for a provider. */
export interface Urls {
  /** Where the provider sends the browser back to; the address contains our payment's id. */
  back: string
  /** Where the browser goes if the customer gives up. */
  cancel: string
  /** The address for the provider's webhooks. */
  webhook: string
}

/** The next step of a payment. */
export type Next =
  /** Redirect the browser to this address; the provider sends it back to `Urls.back`. */
  | { kind: 'redirect'; url: string }
  /** The browser posts these fields to `action`. */
  | { kind: 'form'; action: string; fields: Record<string, string> }
  /** A link of the provider from which the browser does not return: a webhook or a query has the result. */
  | { kind: 'link'; url: string }
  /** The page `/pay/:id` loads the provider's script, and passes its result to `complete`. `params` are public. */
  | { kind: 'client'; script: string; params: Record<string, string | number | boolean | null> }
  /** The page `/pay/:id` asks what the test provider should do. */
  | { kind: 'test' }

export interface Started {
  next: Next
  /** The provider's reference, stored with the payment. */
  ref?: string
  /** Time after which the provider accepts no money, ISO 8601. */
  expiresAt?: string
}

/** A card stored by a provider for its owner. */
export interface KeptCard {
  /** The token that charges the card. It is secret: stored where no client can read it. */
  token: string
  /** The provider's customer id, if a charge needs it. */
  customer: string | null
}

/** A saved card with the data by which its owner recognises it. */
export interface NamedCard extends KeptCard {
  /** The card's brand, such as `visa` or `mastercard`. */
  brand: string
  last4: string
  expMonth: number
  /** The year of expiry in four digits. */
  expYear: number
}

/** The outcome of charging a saved card. */
export interface Charged {
  /** Facts that the provider decided at once. */
  facts: Fact[]
  /** The provider's reference of the payment. */
  ref?: string
  /** The page for the bank's authentication, if it is required. */
  next?: Next
}

/** Operations of a provider that stores cards. */
export interface Cards {
  /**
   * Starts a payment with a saved card, instead of `create`. Its owner is present: if the bank requires authentication, `next`
   * leads to its page, and nothing is paid before. A repeated call for the same payment charges once.
   *
   * @throws {PaymentRefused} if the card is declined or no longer stored
   */
  charge(payment: Payment, card: KeptCard, urls: Urls, budget: Budget): Promise<Charged>
  /** Deletes a card at the provider; an unknown card counts as deleted. */
  forget(card: KeptCard, budget: Budget): Promise<void>
}

/** A provider's report about a payment. It is compared with the stored data before it counts. */
export interface Fact {
  /**
   * Unique for the provider: the same fact reported twice has the same id. For a fact from a query, the id is made of charge
   * and state.
   */
  eventId: string
  /**
   * - `paid`: the money is taken (of a hold: captured)
   * - `authorized`: a hold is open
   * - `pending`: undecided
   * - `failed`: declined, abandoned or expired
   * - `voided`: a hold was released
   * - `refunded`, `refund_failed`: the outcome of a refund
   * - `chargeback`, `chargeback_won`, `chargeback_lost`: the customer's bank took the money back; the dispute about it was won
   *   or lost by us
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
  /** The card with which the payment was made, if it is to be stored. */
  card?: NamedCard
  /** The provider's message for the desk, without card numbers, secrets, tokens and personal addresses. */
  raw: Record<string, unknown>
}

/** A refund that we request. */
export interface Refund {
  /** Our id of the refund. */
  id: string
  /** The amount to refund, in minor units of the payment's currency. */
  amount: number
  /** Whether an earlier request for this refund may have reached the provider. Matters for providers without refund ids. */
  isRepeated?: boolean
  /** Minor units of the payment's other refunds that the provider has confirmed. */
  doneBefore?: number
}

/** The outcome of a refund request. `pending`: the provider reports it later, or is queried again. */
export interface Refunded {
  state: 'done' | 'pending' | 'failed'
  ref?: string
  /** Why the refund failed, for the desk. */
  reason?: string
}

/** A request of a provider's server; the body is kept as the bytes that were sent, because the signature covers them. */
export interface ProviderRequest {
  bytes: Uint8Array<ArrayBuffer>
  headers: Headers
  /** Our address as the provider knows it, with the query of the request: some providers sign it. */
  url: URL
  method: string
}

/** Thrown for a webhook or a return that is not from the provider, or too old. The response is 401 without a reason. */
export class BadSignature extends Error {
  override name = 'BadSignature'
}

/** Thrown when a provider refuses permanently: the message is for the log, `key` for the customer. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused'
  readonly key: 'payment_declined' | 'payment_not_possible'

  constructor(message: string, key: 'payment_declined' | 'payment_not_possible' = 'payment_declined') {
    super(message)
    this.key = key
  }
}

/**
 * The adapter of one provider. Every method may throw a ProviderFailure (`http-client`). No method uses the database: the
 * handler compares the results with the stored data.
 */
export interface Adapter {
  /** Currencies that the provider accepts (ISO 4217). */
  currencies: readonly string[]
  /** Minimum and maximum of one payment in minor units of a currency. */
  limits?: (currency: string) => { min?: number; max?: number }
  /** Whether the keys are those of the provider's sandbox, so that no real money moves. */
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
   * Reads a webhook. If the provider signs, the adapter checks the signature over the bytes; if the provider signs only a part
   * or nothing, the adapter queries it, and only its response counts.
   *
   * @throws {BadSignature}
   */
  verify(heard: ProviderRequest, budget: Budget): Promise<Fact[]>
  /** The response that the webhook's sender expects; default: 200 with an empty body. */
  acknowledge?(heard: ProviderRequest): Response
  /**
   * Responds to a GET of the webhook's address, by which some providers verify that the address is ours before they send
   * anything.
   *
   * @throws {BadSignature} for any other request
   */
  challenge?(heard: ProviderRequest): Promise<Response>
  /**
   * Reads the return of the browser, for providers that have no queries but sign the return. Other adapters omit this method:
   * `fetch` queries the provider, and nothing of the return is trusted.
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
  /** Releases a hold without taking money. */
  void?(payment: Payment, budget: Budget): Promise<Fact[]>
  /** Operations on saved cards. Absent if the provider stores no cards, or only for use on its own pages. */
  cards?: Cards
}

/** How a provider is found in the environment and created. */
export interface Provider {
  name: ProviderName
  /** Environment variables that enable the provider; all are required. */
  variables: readonly string[]
  /** Optional environment variables. */
  options?: readonly string[]
  /** Hosts that the provider's adapter calls, including the sandbox: the embedded stack lets the function reach no others. */
  hosts?: readonly string[]
  make(kit: Kit): Adapter
}
