import type { Fact, KeptCard, NamedCard, Next, Payment, Provider, Urls } from '../types.ts'

/** A request of the adapter, as received by the provider's server. */
export interface Asked {
  method: string
  /** The address of the request, with the provider's own host. */
  url: URL
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
  text: string
  /** The request's JSON; null if the body is no JSON. */
  json: unknown
  /** The request's form; empty if the body is no form. */
  form: URLSearchParams
}

/** An event at the provider, such as a payment or a refund, that a test makes happen. */
export interface Happening {
  kind: Fact['kind']
  /** The payment as the database stores it, with the `ref` that `create` returned. */
  payment: Payment
  /** The amount in minor units that the provider took, holds, refunded or disputes; it may differ from the requested one. */
  amount: number
  currency: string
  /** Time of the event, ms since 1970. */
  at: number
  /** Number of the event. Two events with the same number are the same event, reported twice. */
  number: number
  /** The refund, for the kinds `refunded` and `refund_failed`. */
  refund?: { id: string; ref: string | null }
}

/** A request that the provider's server sends to us: a webhook, or the return of a browser. */
export interface Message {
  body: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** HTTP method; default: POST. */
  method?: string
  /** Query that is appended to the webhook's address, such as `?data.id=17`. */
  query?: string
  /**
   * The part of the body that the signature covers: all of it, or these texts, each of which occurs once in the body. Empty if
   * the signature covers nothing of the body.
   */
  signed: 'all' | readonly string[]
}

/**
 * An imitation of a provider's server with its state. It is written from the provider's documentation, not from the adapter.
 */
export interface Simulation {
  /** Responds to a request of the adapter. Must reject what the documentation rejects: wrong keys, missing fields. */
  answer(asked: Asked): Response | Promise<Response>
  /** Applies the event, so that later queries return it. */
  happen(happening: Happening): void | Promise<void>
  /** Returns the server's signed webhook about the event; null if the provider sends none for this kind. */
  webhook(happening: Happening): Message | null | Promise<Message | null>
  /** Returns the values that the customer's step on our page or on the provider's yields; tests pass them to `complete`. */
  yields?(happening: Happening): Record<string, string> | Promise<Record<string, string>>
  /** Returns the request of the browser that comes back from the provider, for adapters with `returned`. */
  back?(happening: Happening): Message | Promise<Message>
  /** Returns a signed webhook that is not about a payment's money. */
  unrelated?(): Message | Promise<Message>
  /** Sets what the bank of a saved card does from now on: accept (`pays`), require authentication (`asks`), decline. */
  bank?(does: 'pays' | 'asks' | 'declines'): void
  /** Returns the number of charges of saved cards that the provider executed. */
  charges?(): number
  /** Returns the refunds that the provider executed, in minor units of the payment's currency. */
  refunds(): readonly { amount: number }[]
}

/** A request that the adapter has to send, field by field. */
export interface Expected {
  method: string
  /** The address of the request, with its host and query. */
  url: string
  /** Headers that must be sent, by lower-case name; others may be sent, too. */
  headers?: Record<string, string>
  json?: unknown
  form?: Record<string, string>
}

/** What the tests that all adapters share (`conform`) have to know about a provider. */
export interface Fixture {
  provider: Provider
  /**
   * Test values for the provider's `variables` and `options`, with keys of its sandbox. Secrets need at least 8 characters,
   * because the tests do not search the logs for shorter values.
   */
  environment: Record<string, string>
  /** Values of the variables that differ for a live account, in which real money moves. */
  live?: Record<string, string>
  /** Variables whose values are not secret: public keys, merchant numbers. */
  public?: readonly string[]
  /** The currency of the payments in most tests. */
  currency: string
  /** Creates the imitation of the provider's server for an account with these keys. */
  start(environment: Record<string, string>): Simulation
  /** Returns the requests that `create` has to send, and its result. The time and nonces are those of `world.ts`. */
  creates(payment: Payment, urls: Urls): { asks: readonly Expected[]; next: Next; ref?: string; expiresAt?: string }
  /** Returns the requests that `refund` has to send. */
  refunds?(payment: Payment, refund: { id: string; amount: number }): readonly Expected[]
  /** The kinds of facts for which the provider sends webhooks. */
  tells: readonly Fact['kind'][]
  /** The kinds of facts that `fetch` returns; default: paid, pending and failed. */
  answers?: readonly Fact['kind'][]
  /**
   * Whether the provider's signature covers the body of its webhooks. If it does, the adapter must refuse a forged webhook. If
   * not, the adapter may accept one, but must not report the payment as paid.
   */
  isSigned: boolean
  /** Milliseconds after which a signed webhook is too old. */
  ageLimitMs?: number
  /** Whether the provider has one currency, `currency`, and does not name it. */
  hasOneCurrency?: boolean
  /**
   * Why a second `create` of the same payment cannot avoid beginning another payment at the provider. Absent if the second
   * `create` returns the same payment as the first.
   */
  createsAnew?: string
  /** For a provider that stores cards: the requests about cards, and the card that the server returns (`found`). */
  cards?: {
    found: NamedCard
    /** Why a bank cannot authenticate the owner of a saved card, so that such a charge is declined. Absent if it can. */
    neverAsks?: string
    /** Returns the requests that `create` has to send if the card is to be stored. */
    creates: (payment: Payment, urls: Urls) => readonly Expected[]
    charges: (payment: Payment, card: KeptCard, urls: Urls) => readonly Expected[]
    forgets: (card: KeptCard) => readonly Expected[]
  }
  /** Whether the adapter sends no requests and executes everything itself, like that of the test provider. */
  asksNobody?: boolean
  /** Currencies to test in addition to `currency`; default: one for each number of decimals among the adapter's currencies. */
  currencies?: readonly string[]
}

export type { Fact, Payment, Provider, Urls }
