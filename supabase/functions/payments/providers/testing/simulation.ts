import type { Fact, KeptCard, NamedCard, Next, Payment, Provider, Urls } from '../types.ts'

/** A request of the adapter, as received by the provider's server. */
export interface Asked {
  method: string
  /** The original address, with its host. */
  url: URL
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
  text: string
  /** Null if the body is no JSON. */
  json: unknown
  /** Empty if the body is no form. */
  form: URLSearchParams
}

/** An event at the provider. */
export interface Happening {
  kind: Fact['kind']
  /** As stored: `ref` is from `create`. */
  payment: Payment
  /** The amount in minor units that the provider took, holds, refunded or disputes; it may differ from the requested one. */
  amount: number
  currency: string
  /** When, ms since 1970. */
  at: number
  /** Another number is another event; the same number is a repeated one. */
  number: number
  /** Of `refunded` and `refund_failed`. */
  refund?: { id: string; ref: string | null }
}

/** A request from the provider's server. */
export interface Message {
  body: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** Default: POST. */
  method?: string
  /** Appended to the address that we gave the provider, such as `?data.id=17`. */
  query?: string
  /**
   * The signed part of the body: all of it, or these texts (each exactly once in it). Empty if the provider signs nothing of it.
   */
  signed: 'all' | readonly string[]
}

/** A provider's server with its state, written from the provider's documentation and not from the adapter. */
export interface Simulation {
  /** Responds to the adapter. Reject what the documentation rejects: wrong keys, missing fields. */
  answer(asked: Asked): Response | Promise<Response>
  /** Applies the event: later queries return it. */
  happen(happening: Happening): void | Promise<void>
  /** The server's signed message about it; null if the provider sends none of that kind. */
  webhook(happening: Happening): Message | null | Promise<Message | null>
  /** The result of the page or of the customer's approval, for `complete`. */
  yields?(happening: Happening): Record<string, string> | Promise<Record<string, string>>
  /** The returning browser, for adapters with `returned`. */
  back?(happening: Happening): Message | Promise<Message>
  /** A signed webhook of a kind that is not about a payment's money. */
  unrelated?(): Message | Promise<Message>
  /** What the bank of a saved card does from now on: accept, require authentication, decline. */
  bank?(does: 'pays' | 'asks' | 'declines'): void
  /** Charges of saved cards that the provider executed. */
  charges?(): number
  /** Refunds that the provider executed: minor units of the payment's currency. */
  refunds(): readonly { amount: number }[]
}

/** A request that `create` has to send, field by field. */
export interface Expected {
  method: string
  /** With its host and query. */
  url: string
  /** Headers that have to be among the sent ones, by lower-case name. */
  headers?: Record<string, string>
  json?: unknown
  form?: Record<string, string>
}

/** Everything that the conformance suite has to know of a provider. */
export interface Fixture {
  provider: Provider
  /**
   * Values of its `variables` and `options`, of the sandbox. Use long ones: logs are searched for those of 8 characters and more.
   */
  environment: Record<string, string>
  /** Those of live keys, if they differ. */
  live?: Record<string, string>
  /** Variables whose values are not secret: public keys, merchant numbers. */
  public?: readonly string[]
  /** The currency of most tests. */
  currency: string
  /** Creates the provider's server with these keys. */
  start(environment: Record<string, string>): Simulation
  /** The requests of `create` and their responses. `now` and nonces are those of `world.ts`. */
  creates(payment: Payment, urls: Urls): { asks: readonly Expected[]; next: Next; ref?: string; expiresAt?: string }
  /** The requests of `refund`, in the same way. */
  refunds?(payment: Payment, refund: { id: string; amount: number }): readonly Expected[]
  /** The kinds of webhooks that it sends. */
  tells: readonly Fact['kind'][]
  /** Kinds that `fetch` returns; default: those of paid, pending and failed. */
  answers?: readonly Fact['kind'][]
  /** Its webhooks carry a signature, so a forged one is refused instead of queried. */
  isSigned: boolean
  /** Milliseconds after which a signed webhook is too old. */
  ageLimitMs?: number
  /** Fields that it does not report; the fact then has null there. */
  silentAbout?: readonly ('amount' | 'currency')[]
  /** Why a second `create` of a payment unavoidably makes another one at the provider. */
  createsAnew?: string
  /** It stores cards: the requests for them, and the card that the server returns. */
  cards?: {
    found: NamedCard
    /** Why a bank's authentication is impossible for a saved card: it declines. */
    neverAsks?: string
    /** The request of `create` when the card is to be stored. */
    creates: (payment: Payment, urls: Urls) => readonly Expected[]
    charges: (payment: Payment, card: KeptCard, urls: Urls) => readonly Expected[]
    forgets: (card: KeptCard) => readonly Expected[]
  }
  /** It has no server, like the test provider, and executes all instructions. */
  asksNobody?: boolean
  /** Currencies to test beside `currency`; default: one for each number of decimals that the adapter accepts. */
  currencies?: readonly string[]
}

export type { Fact, Payment, Provider, Urls }
