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
  /** Our id of the payment. We send it to the provider with the payment, and most of the provider's messages contain it. */
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

/** Our addresses that a provider needs for one payment. */
export interface Urls {
  /** The address to which the provider sends the browser back; it contains our payment's id. */
  back: string
  /** The address to which the provider sends the browser if the customer cancels. */
  cancel: string
  /** The address for the provider's webhooks. */
  webhook: string
}

/** The next step of a payment, which the customer's browser takes. */
export type Next =
  /** Redirect the browser to this address; the provider sends it back to `Urls.back`. */
  | { kind: 'redirect'; url: string }
  /** The browser posts these fields to `action`. */
  | { kind: 'form'; action: string; fields: Record<string, string> }
  /** A link of the provider from which the browser does not return. The result comes by a webhook or a query. */
  | { kind: 'link'; url: string }
  /** The page `/pay/:id` loads the provider's script and passes the script's result to `complete`. `params` are not secret. */
  | { kind: 'client'; script: string; params: Record<string, string | number | boolean | null> }
  /** The page `/pay/:id` lets the payer choose what the test provider does. */
  | { kind: 'test' }

export interface Started {
  next: Next
  /** The provider's reference of the payment, which is stored as `Payment.ref`. */
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
  /** Facts that the provider's response already contains. */
  facts: Fact[]
  /** The provider's reference of the payment. */
  ref?: string
  /** The step to the bank's authentication, if the bank requires it. */
  next?: Next
}

/** Operations of a provider that stores cards. */
export interface Cards {
  /** Whether `charge` works while the card's owner is away. */
  offSession: boolean
  /**
   * Starts a payment with a saved card, instead of `create`. If the bank requires authentication, nothing is paid yet, and
   * `next` leads to the authentication. A repeated call for the same payment charges once.
   *
   * @param isAway whether the card's owner is away, so that the bank is told so and `next` is for later
   * @throws {PaymentRefused} if the card is declined or no longer stored
   */
  charge(payment: Payment, card: KeptCard, urls: Urls, budget: Budget, isAway?: boolean): Promise<Charged>
  /** Deletes a card at the provider; an unknown card counts as deleted. */
  forget(card: KeptCard, budget: Budget): Promise<void>
}

/**
 * A sum of a provider's report: an amount in minor units, and its currency by ISO 4217. An amount is never without its currency,
 * so that none counts as money of the payment's currency. Both are null if the report does not contain them.
 */
export type Sum = { amount: number; currency: string } | { amount: null; currency: string | null }

/** A provider's report about a payment. The database compares the report with the stored payment before applying it. */
export type Fact = Report & Sum

interface Report {
  /**
   * Identifies the fact at its provider. A fact with an id that was stored before has no effect. If a webhook brings no id, the
   * adapter makes one from the charge and its state.
   */
  eventId: string
  /**
   * - `paid`: the money is taken (of a hold: captured)
   * - `authorized`: a hold is open
   * - `pending`: undecided
   * - `failed`: declined, abandoned or expired
   * - `voided`: a hold was released
   * - `refunded`, `refund_failed`: the outcome of a refund
   * - `chargeback`: the customer's bank took the money back
   * - `chargeback_won`, `chargeback_lost`: we won or lost the dispute about a chargeback
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
  /** Our payment's id, if a signed message or a response to our request contains it; otherwise null. */
  paymentId: string | null
  /** The provider's reference, by which the payment is found if our id is missing. */
  ref?: string
  chargeRef?: string
  /** The provider's fee, in minor units of `currency`. */
  fee?: number
  /** Our refund's id, if the provider returns it. */
  refundId?: string
  /** The provider's own id of the refund. */
  refundRef?: string
  /** The provider's id of the chargeback. */
  disputeRef?: string
  /** Deadline for answering a chargeback, ISO 8601. */
  dueAt?: string
  /** The card with which the payment was made, if it is to be stored. */
  card?: NamedCard
  /** Parts of the provider's message, for the operator's staff: no card numbers, secrets, tokens or personal addresses. */
  raw: Record<string, unknown>
}

/** A refund that we request. */
export interface Refund {
  /** Our id of the refund. */
  id: string
  /** The amount to refund, in minor units of the payment's currency. */
  amount: number
  /** Whether an earlier request for this refund may have reached the provider. Needed for providers without refund ids. */
  isRepeated?: boolean
  /** Sum of the payment's other refunds that the provider has confirmed, in minor units. */
  doneBefore?: number
}

/**
 * The outcome of a refund request. `pending`: undecided, until the provider reports the outcome in a webhook or in response to
 * a query.
 */
export interface Refunded {
  state: 'done' | 'pending' | 'failed'
  ref?: string
  /** Why the refund failed or is undecided, for the operator's staff. */
  reason?: string
}

/**
 * A request from a provider's server, or from a returning browser. The body is kept as bytes, because signatures cover them.
 */
export interface ProviderRequest {
  bytes: Uint8Array<ArrayBuffer>
  headers: Headers
  /** The address of the request as the provider knows it, with its query, because some providers sign the address. */
  url: URL
  method: string
}

/**
 * The adapter of one provider. Every method may throw a ProviderFailure (`_shared/http-client`). No method uses the database:
 * the caller stores the returned facts there (`record.ts`).
 */
export interface Adapter {
  /** Currencies that the provider accepts (ISO 4217). */
  currencies: readonly string[]
  /** Minimum and maximum of one payment in minor units of a currency. */
  limits?: (currency: string) => { min?: number; max?: number }
  /** The smallest part of a currency that the provider takes, in minor units: amounts are multiples of it; 1 if absent. */
  step?: (currency: string) => number
  /** Whether the keys are those of the provider's sandbox, so that no real money moves. */
  isTest: boolean
  /** Origins that the payment page has to allow: targets of forms, sources of scripts and frames, and targets of requests. */
  origins: {
    form?: readonly string[]
    script?: readonly string[]
    frame?: readonly string[]
    connect?: readonly string[]
  }
  /** Begins a payment. A repeated call for the same payment must not charge the customer twice. */
  create(payment: Payment, urls: Urls, budget: Budget): Promise<Started>
  /**
   * Completes a payment after the customer's step: charges what a `client` step returned, or captures what the customer
   * approved on the provider's page.
   *
   * @param params the result of that step; amounts in it are not trusted
   * @throws {PaymentRefused}
   */
  complete?(payment: Payment, params: Record<string, string>, budget: Budget): Promise<Fact[]>
  /**
   * Reads a webhook. If the provider signs its webhooks, the adapter checks the signature over the bytes. If it signs only a
   * part or nothing, the adapter queries the provider, and only the response counts. Without such a query it refuses all
   * webhooks.
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
   * @throws {BadSignature} for a GET that is no such verification
   */
  challenge?(heard: ProviderRequest): Promise<Response>
  /**
   * Reads the return of the browser, for providers that have no queries but sign a successful return. Other adapters omit this
   * method: their payment is completed by `complete` or queried by `fetch`, and nothing in the return is trusted.
   *
   * @throws {BadSignature}
   */
  returned?(payment: Payment, heard: ProviderRequest, budget: Budget): Promise<Fact[]>
  /** Queries the state of a payment. Absent if the provider has no query. */
  fetch?(payment: Payment, budget: Budget): Promise<Fact[]>
  /**
   * Requests a refund. The refund's id makes a repeated request idempotent. For providers without refund ids, an error means
   * that the refund was certainly not executed. If it may have been executed, the result is `pending`.
   *
   * @param refund the whole amount of the payment or a part of it
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

/** A provider: the environment variables that enable it, and the function that creates its adapter. */
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
