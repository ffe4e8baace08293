import type { ProviderKit } from '../../http-client/kit.ts'

/**
 * What became of a message:
 *
 * - `sent`: the provider took it; `ref` is the provider's id, by which its receipts name the message
 * - `retry`: certainly not sent, and the same attempt may succeed later
 * - `rate_limited`: as `retry`; we or our account asked too often
 * - `account_refused`: certainly not sent, because of our account: key, credit, sender, address of the server
 * - `receiver_refused`: this number or address gets no messages: invalid, a fixed line. If it wants none, the reason has the word
 *   `unsubscribed`, by which the database notes that (`app.stop_messages`)
 * - `undeliverable`: this message is refused for ever, whoever gets it
 * - `unknown`: it may have been sent, and another attempt may send it twice
 *
 * `reason` is for the log and the operator's staff. We write it: it contains no number, address, text or key.
 */
export type Outcome =
  | { state: 'sent'; provider: string; ref: string | null; cost?: Cost }
  | { state: 'retry' | 'rate_limited'; reason: string; afterMs?: number | undefined }
  | { state: 'account_refused' | 'receiver_refused' | 'undeliverable' | 'unknown'; reason: string }

/** What a provider says that a message costs: a decimal number, and a currency by ISO 4217. */
export interface Cost {
  amount: string
  currency: string
}

export interface Attachment {
  name: string
  type: string
  content: Uint8Array
}

/** A mail as an adapter gets it: names and subject are single lines of plain text. */
export interface Mail {
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  /** The same words as HTML; empty for none. */
  html: string
  attachments: readonly Attachment[]
  /** The address at which a mail program ends the news, by POST; empty for a mail that is no news. */
  unsubscribeUrl: string
}

/** A text message as an adapter gets it: `to` is an E.164 number, and `text` has at most `MOST_SEGMENTS` segments. */
export interface Sms {
  to: string
  text: string
}

/** Facts about one attempt. */
export interface Attempt {
  /** Identifies the message: attempts with the same key are one message. At most 100 letters, digits, `-`, `_` and `:`. */
  key: string
  /** When the time for this attempt is over (ms since 1970). */
  endsAt: number
  /** Seconds after which the message has no use. */
  ttlSeconds: number
}

/** Sends one message by one provider. Throws only a ProviderFailure. */
export type Adapter<Message> = (message: Message, attempt: Attempt) => Promise<Outcome>

/** A provider of a channel: its variables, the hosts that it calls, and the function that creates its adapter. */
export interface Provider<Message> {
  name: string
  /** Environment variables that the provider needs; all are required. */
  variables: readonly string[]
  /** Optional environment variables. */
  options?: readonly string[]
  /** Hosts that the adapter calls: the embedded stack lets the functions reach no others. */
  hosts?: readonly string[]
  /**
   * Variables that name further hosts: the first that is set, as a URL or as a host whose port is in the second variable or
   * else the third value.
   */
  ownHosts?: readonly OwnHost[]
  /** How the provider proves that a receipt or an inbound text is its own; absent: it sends none. */
  webhook?: Webhook
  /** Whether an attempt may be repeated without sending the message twice. */
  isRepeatable?: boolean
  /** @throws {Error} for an invalid variable, with a message that does not contain the value */
  make(kit: ChannelKit): Adapter<Message>
}

/** What an adapter gets. */
export interface ChannelKit extends ProviderKit {
  /**
   * The address for receipts of a message with this key; null if receipts cannot arrive: the functions have no public address
   * with https, or the secret of `webhook` is not set.
   */
  receiptsAt(key: string): string | null
}

export interface Webhook {
  /** Whether the provider signs what it sends. Otherwise the secret is in the address, or the password of Basic authentication. */
  isSigned: boolean
  /** Returns the secret; undefined: what the provider sends is refused. */
  secret(get: (name: string) => string | undefined): string | undefined
}

/** A host that variables name: a URL in `url`, or a host in `host` with its port in `port`. */
export type OwnHost = { url: string } | { host: string; port: string }
