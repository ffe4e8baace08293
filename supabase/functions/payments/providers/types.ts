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
  /** Our id. Every request carries it, and the provider repeats it in what it says. */
  id: string
  purpose: 'booking' | 'topup' | 'tip' | 'debt'
  amount: number
  /** ISO 4217. */
  currency: string
  /** Only authorised now; `capture` or `void` follows. */
  isHold: boolean
  /** Its customer agreed to have the card kept: the facts then name it (`Fact.card`). */
  savesCard: boolean
  /** The provider's reference, as `create` answered it: a session, an order, a preference. */
  ref: string | null
  /** What `refund`, `capture` and `void` name: the charge, as an event or `complete` told it. */
  chargeRef: string | null
  /** When it was made, ISO 8601. */
  createdAt: string
  /** What is paid for, in words for the customer: `Ride ABCDEF`. */
  product: string
  customer: { id: string; firstName: string; lastName: string; email: string; mobile: string }
  /** Language of the customer, such as `de`. */
  lang: string
}

/** Addresses of ours that a provider is given. */
export interface Urls {
  /** Where the provider sends the browser back to; it carries our payment's id. */
  back: string
  /** Where it goes when the customer gives up. */
  cancel: string
  /** Where the provider's server says what happened. */
  webhook: string
}

/** How a payment goes on. */
export type Next =
  /** The browser goes there, and comes back to `Urls.back`. */
  | { kind: 'redirect'; url: string }
  /** The browser posts these fields there. */
  | { kind: 'form'; action: string; fields: Record<string, string> }
  /** A link of the provider from which nobody comes back: the webhook or a question tells. */
  | { kind: 'link'; url: string }
  /** The page `/pay/:id` loads the provider's script; what it yields goes to `complete`. `params` are public. */
  | { kind: 'client'; script: string; params: Record<string, string | number | boolean | null> }
  /** The page `/pay/:id` asks what the test provider shall do. */
  | { kind: 'test' }

export interface Started {
  next: Next
  /** The provider's reference, kept with the payment. */
  ref?: string
  /** After it the provider takes no money any more, ISO 8601. */
  expiresAt?: string
}

/** A card that a provider keeps for its owner. */
export interface KeptCard {
  /** What charges it. Secret: it is kept where no client reads it. */
  token: string
  /** The provider's name of its owner, where a charge has to name that. */
  customer: string | null
}

/** A kept card with what its owner knows it by. */
export interface NamedCard extends KeptCard {
  /** `visa`, `mastercard`, … */
  brand: string
  last4: string
  expMonth: number
  /** Four digits. */
  expYear: number
}

/** What became of a charge of a kept card. */
export interface Charged {
  /** What the provider decided at once. */
  facts: Fact[]
  /** The provider's reference. */
  ref?: string
  /** Where the bank wants to see the card's owner. */
  next?: Next
}

/** What a provider that keeps cards can do with them. */
export interface Cards {
  /**
   * Begins a payment with a kept card, instead of `create`. Its owner is there: where the bank asks for them, `next` leads there,
   * and nothing is paid before. A repeated call for the same payment charges once.
   *
   * @throws {PaymentRefused} where the card is declined or no longer kept
   */
  charge(payment: Payment, card: KeptCard, urls: Urls, budget: Budget): Promise<Charged>
  /** Has the provider forget a card; one that it does not know is forgotten. */
  forget(card: KeptCard, budget: Budget): Promise<void>
}

/** What a provider says of a payment. It is compared with what we stored before it counts. */
export interface Fact {
  /** Unique for the provider: the same fact told twice has the same id. A fact that was asked for has one made of charge and state. */
  eventId: string
  /**
   * - `paid`: the money is taken (of a hold: captured)
   * - `authorized`: a hold stands
   * - `pending`: neither yes nor no so far
   * - `failed`: refused, given up or expired
   * - `voided`: a hold was released
   * - `refunded`, `refund_failed`: what became of a refund
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
  /** Our payment's id, where the provider repeats it under its signature or in an answer to a question of ours. */
  paymentId: string | null
  /** The provider's reference, by which the payment is found where our id is not repeated. */
  ref?: string
  chargeRef?: string
  /** What the provider says in minor units; null where it does not say. */
  amount: number | null
  currency: string | null
  /** What the provider keeps of it, minor units. */
  fee?: number
  /** Our refund's id, where the provider repeats it. */
  refundId?: string
  /** The provider's own id of the refund. */
  refundRef?: string
  /** The provider's id of the chargeback. */
  disputeRef?: string
  /** Until when a chargeback can be answered, ISO 8601. */
  dueAt?: string
  /** The card that paid, where the payment says that it is kept. */
  card?: NamedCard
  /** What it sent, for the desk, without card numbers, secrets, tokens and addresses of persons. */
  raw: Record<string, unknown>
}

/** A request to give money back. */
export interface Refund {
  /** Our id. */
  id: string
  /** Minor units of the payment's currency. */
  amount: number
  /** An earlier request for it may have reached the provider. Matters where the provider takes no id for a refund. */
  isRepeated?: boolean
  /** Minor units that went back by other refunds of the payment, which the provider confirmed. */
  doneBefore?: number
}

/** What became of a request to give money back. `pending`: the provider tells later, or is asked again. */
export interface Refunded {
  state: 'done' | 'pending' | 'failed'
  ref?: string
  /** For the desk, where it failed. */
  reason?: string
}

/** A request of a provider's server: bytes as sent, since the signature covers them. */
export interface Heard {
  bytes: Uint8Array<ArrayBuffer>
  headers: Headers
  /** The address under which the provider knows us, with its query: some sign it. */
  url: URL
  method: string
}

/** A webhook or a return that is not from the provider, or too old. Answered 401, without a word why. */
export class BadSignature extends Error {
  override name = 'BadSignature'
}

/** A provider refused for good: what it said is for the log, `key` for the customer. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused'
  readonly key: 'payment_declined' | 'payment_not_possible'

  constructor(message: string, key: 'payment_declined' | 'payment_not_possible' = 'payment_declined') {
    super(message)
    this.key = key
  }
}

/**
 * One provider. Every method may throw a ProviderFailure (`http-client`), and none knows the database: the handler compares
 * what it answers with what is stored.
 */
export interface Adapter {
  /** Currencies it takes (ISO 4217). */
  currencies: readonly string[]
  /** Least and most of one payment in minor units of a currency. */
  limits?: (currency: string) => { min?: number; max?: number }
  /** Its keys are of its sandbox, so no real money moves. */
  isTest: boolean
  /** Origins that the page has to allow: where forms go, scripts and frames come from, and what those talk to. */
  origins: {
    form?: readonly string[]
    script?: readonly string[]
    frame?: readonly string[]
    connect?: readonly string[]
  }
  /** Begins a payment. A repeated call for the same payment must not make the customer pay twice. */
  create(payment: Payment, urls: Urls, budget: Budget): Promise<Started>
  /**
   * The second step of `client` payments, and of those that are captured after the customer's approval.
   *
   * @param params what the page yields; nothing in it is believed about amounts
   * @throws {PaymentRefused}
   */
  complete?(payment: Payment, params: Record<string, string>, budget: Budget): Promise<Fact[]>
  /**
   * Reads a webhook. Where the provider signs, the signature is checked over the bytes; where it signs less than it sends, or
   * nothing, the provider is asked, and only its answer counts.
   *
   * @throws {BadSignature}
   */
  verify(heard: Heard, budget: Budget): Promise<Fact[]>
  /** What the webhook's sender wants to read; default: 200 with an empty body. */
  acknowledge?(heard: Heard): Response
  /**
   * Answers a GET of the webhook's address, by which some providers see that it is ours before they send anything.
   *
   * @throws {BadSignature} for any other
   */
  challenge?(heard: Heard): Promise<Response>
  /**
   * What the browser's return says, for providers that can be asked nothing and sign the return. Others leave it out: `fetch`
   * is asked, and nothing of the return is believed.
   *
   * @throws {BadSignature}
   */
  returned?(payment: Payment, heard: Heard, budget: Budget): Promise<Fact[]>
  /** Asks what became of a payment. Absent where the provider cannot be asked. */
  fetch?(payment: Payment, budget: Budget): Promise<Fact[]>
  /**
   * Gives money back; the refund's id makes a repeated request the same one. Where the provider takes no id, a failure means
   * that nothing was sent, and what may have arrived is `pending`.
   *
   * @param refund minor units, the whole or a part
   * @throws {ProviderFailure}
   */
  refund(payment: Payment, refund: Refund, budget: Budget): Promise<Refunded>
  /** Takes a part or all of a hold. */
  capture?(payment: Payment, amount: number, budget: Budget): Promise<Fact[]>
  /** Releases a hold. */
  void?(payment: Payment, budget: Budget): Promise<Fact[]>
  /** Absent where the provider keeps no cards, or only on pages of its own. */
  cards?: Cards
}

/** How a provider is found in the environment and made. */
export interface Provider {
  name: ProviderName
  /** Variables that turn it on; all of them have to be set. */
  variables: readonly string[]
  /** Variables that may be set beside them. */
  options?: readonly string[]
  /** Hosts that it calls, those of its sandbox among them: the embedded stack lets the function reach no others. */
  hosts?: readonly string[]
  make(kit: Kit): Adapter
}
