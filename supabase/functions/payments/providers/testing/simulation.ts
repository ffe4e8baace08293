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

/** An event at the provider. */
export interface Happening {
  kind: Fact['kind']
  /** The payment as the database stores it: `ref` is from `create`. */
  payment: Payment
  /** The amount in minor units that the provider took, holds, refunded or disputes; it may differ from the requested one. */
  amount: number
  currency: string
  /** Time of the event, ms since 1970. */
  at: number
  /** Number of the event: events with the same number are repeats of one event. */
  number: number
  /** The refund, for the kinds `refunded` and `refund_failed`. */
  refund?: { id: string; ref: string | null }
}

/** A request that the provider's server sends to us. */
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

/** A provider's server with its state, written from the provider's documentation and not from the adapter. */
export interface Simulation {
  /** Responds to a request of the adapter. Reject what the documentation rejects: wrong keys, missing fields. */
  answer(asked: Asked): Response | Promise<Response>
  /** Applies the event, so that later queries return it. */
  happen(happening: Happening): void | Promise<void>
  /** The server's signed message about the event; null if the provider sends none for this kind. */
  webhook(happening: Happening): Message | null | Promise<Message | null>
  /** The result of the page or of the customer's approval, which is passed to `complete`. */
  yields?(happening: Happening): Record<string, string> | Promise<Record<string, string>>
  /** The request of the browser that returns from the provider, for adapters with `returned`. */
  back?(happening: Happening): Message | Promise<Message>
  /** A signed webhook that is not about a payment's money. */
  unrelated?(): Message | Promise<Message>
  /** Sets what the bank of a saved card does from now on: accept, require authentication, decline. */
  bank?(does: 'pays' | 'asks' | 'declines'): void
  /** Number of charges of saved cards that the provider executed. */
  charges?(): number
  /** Refunds that the provider executed, in minor units of the payment's currency. */
  refunds(): readonly { amount: number }[]
}

/** A request that `create` has to send, field by field. */
export interface Expected {
  method: string
  /** The address of the request, with its host and query. */
  url: string
  /** Headers that must be sent, by lower-case name; others may be sent, too. */
  headers?: Record<string, string>
  json?: unknown
  form?: Record<string, string>
}

/** What the conformance suite has to know about a provider. */
export interface Fixture {
  provider: Provider
  /**
   * Test values for the provider's `variables` and `options`, with keys of its sandbox. Use long values: logs are searched for
   * those of 8 characters and more.
   */
  environment: Record<string, string>
  /** The same variables with live keys, where they differ. */
  live?: Record<string, string>
  /** Variables whose values are not secret: public keys, merchant numbers. */
  public?: readonly string[]
  /** The currency of the payments in most tests. */
  currency: string
  /** Creates the provider's server with these keys. */
  start(environment: Record<string, string>): Simulation
  /** The requests that `create` has to send, and the result that it returns. `now` and nonces are those of `world.ts`. */
  creates(payment: Payment, urls: Urls): { asks: readonly Expected[]; next: Next; ref?: string; expiresAt?: string }
  /** The requests that `refund` has to send. */
  refunds?(payment: Payment, refund: { id: string; amount: number }): readonly Expected[]
  /** The kinds of facts for which the provider sends webhooks. */
  tells: readonly Fact['kind'][]
  /** Kinds of facts that `fetch` returns; default: those of paid, pending and failed that are in `tells`. */
  answers?: readonly Fact['kind'][]
  /** Whether the provider's webhooks carry a signature, so that a forged one is refused instead of queried. */
  isSigned: boolean
  /** Milliseconds after which a signed webhook is too old. */
  ageLimitMs?: number
  /** Fields that the provider does not report, so that they are null in the facts. */
  silentAbout?: readonly ('amount' | 'currency')[]
  /** Why a second `create` of a payment unavoidably begins another one at the provider; absent if it does not. */
  createsAnew?: string
  /** For a provider that stores cards: the requests for them, and the card that the server returns. */
  cards?: {
    found: NamedCard
    /** Why a bank's authentication of a saved card is impossible: such a charge is declined. Absent if it is possible. */
    neverAsks?: string
    /** The request that `create` has to send when the card is to be stored. */
    creates: (payment: Payment, urls: Urls) => readonly Expected[]
    charges: (payment: Payment, card: KeptCard, urls: Urls) => readonly Expected[]
    forgets: (card: KeptCard) => readonly Expected[]
  }
  /** Whether the provider has no server, like the test provider, and executes all instructions. */
  asksNobody?: boolean
  /** Currencies to test beside `currency`; default: one for each number of decimals that the adapter accepts. */
  currencies?: readonly string[]
}

export type { Fact, Payment, Provider, Urls }
