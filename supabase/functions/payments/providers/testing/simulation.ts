import type { Fact, KeptCard, NamedCard, Next, Payment, Provider, Urls } from '../types.ts'

/** A request of the adapter, as it arrived at the provider's server. */
export interface Asked {
  method: string
  /** The address that was meant, with its own host. */
  url: URL
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
  text: string
  /** Null where the body is no JSON. */
  json: unknown
  /** Empty where the body is no form. */
  form: URLSearchParams
}

/** Something that happened at the provider. */
export interface Happening {
  kind: Fact['kind']
  /** As stored: `ref` is what `create` answered. */
  payment: Payment
  /** What the provider says it took, holds, gave back or disputes, in minor units; it need not be what we asked for. */
  amount: number
  currency: string
  /** When, ms since 1970. */
  at: number
  /** Another number is another event; the same number is the same event, told again. */
  number: number
  /** Of `refunded` and `refund_failed`. */
  refund?: { id: string; ref: string | null }
}

/** A request of the provider's server. */
export interface Message {
  body: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** Default: POST. */
  method?: string
  /** Goes behind the address that we gave the provider, such as `?data.id=17`. */
  query?: string
  /**
   * What the signature covers of the body: all of it, or these texts of it (each has to stand there once). Empty where the
   * provider signs nothing that it sends.
   */
  signed: 'all' | readonly string[]
}

/** A provider's server with its state, written from the provider's documentation and not from the adapter. */
export interface Simulation {
  /** Answers what the adapter asks. Refuse what the documentation refuses: wrong keys, missing fields. */
  answer(asked: Asked): Response | Promise<Response>
  /** Makes it so: questions are answered by it from now on. */
  happen(happening: Happening): void | Promise<void>
  /** How the provider's server tells of it, signed; null where it sends nothing of that kind. */
  webhook(happening: Happening): Message | null | Promise<Message | null>
  /** What the page or the customer's approval yields for `complete`. */
  yields?(happening: Happening): Record<string, string> | Promise<Record<string, string>>
  /** The customer's browser as it comes back, for adapters with `returned`. */
  back?(happening: Happening): Message | Promise<Message>
  /** A signed webhook of a kind that says nothing of a payment's money. */
  unrelated?(): Message | Promise<Message>
  /** What the bank of a kept card does from now on: takes it, asks for its owner, declines it. */
  bank?(does: 'pays' | 'asks' | 'declines'): void
  /** Charges of kept cards that the provider carried out. */
  charges?(): number
  /** Refunds that the provider carried out: minor units of the payment's currency. */
  refunds(): readonly { amount: number }[]
}

/** A request that `create` has to send, to the field. */
export interface Expected {
  method: string
  /** With its host and query. */
  url: string
  /** Headers that have to be among those sent, by lower-case name. */
  headers?: Record<string, string>
  json?: unknown
  form?: Record<string, string>
}

/** All that the conformance suite has to know of a provider. */
export interface Fixture {
  provider: Provider
  /** Values of its `variables` and `options`, of the sandbox. Use long ones: those of 8 characters and more are looked for in logs. */
  environment: Record<string, string>
  /** Those of live keys, where the two differ. */
  live?: Record<string, string>
  /** Variables whose values are no secrets: public keys, merchant numbers. */
  public?: readonly string[]
  /** The currency of most tests. */
  currency: string
  /** Makes the provider's server, whose keys are these. */
  start(environment: Record<string, string>): Simulation
  /** What `create` sends and answers. `now` and nonces are those of `world.ts`. */
  creates(payment: Payment, urls: Urls): { asks: readonly Expected[]; next: Next; ref?: string; expiresAt?: string }
  /** What `refund` sends, by the same rules. */
  refunds?(payment: Payment, refund: { id: string; amount: number }): readonly Expected[]
  /** Kinds of which it sends webhooks. */
  tells: readonly Fact['kind'][]
  /** Kinds that `fetch` tells; default: those of paid, pending and failed. */
  answers?: readonly Fact['kind'][]
  /** Its webhooks carry a signature, so a forged one is refused and not just fetched. */
  isSigned: boolean
  /** Milliseconds after which a signed webhook is too old. */
  ageLimitMs?: number
  /** What it does not say of a payment; the fact then has null there. */
  silentAbout?: readonly ('amount' | 'currency')[]
  /** Why a second `create` of a payment makes another one at the provider, where that cannot be helped. */
  createsAnew?: string
  /** It keeps cards: what is sent for them, and the card that the server tells of. */
  cards?: {
    found: NamedCard
    /** Why a bank that asks for the owner of a kept card is never led to: it declines. */
    neverAsks?: string
    /** What `create` sends where the card is to be kept. */
    creates: (payment: Payment, urls: Urls) => readonly Expected[]
    charges: (payment: Payment, card: KeptCard, urls: Urls) => readonly Expected[]
    forgets: (card: KeptCard) => readonly Expected[]
  }
  /** It has no server, as the test provider: what it is told to do is done. */
  asksNobody?: boolean
  /** Currencies to try beside `currency`; default: one of each number of decimals that the adapter takes. */
  currencies?: readonly string[]
}

export type { Fact, Payment, Provider, Urls }
