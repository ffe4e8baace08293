import type { Cost, Webhook } from '../../_shared/messages/channels/types.ts'

/** A provider's request, as it was signed. */
export interface ProviderRequest {
  /** The body exactly as sent. */
  bytes: Uint8Array<ArrayBuffer>
  headers: Headers
  /** The public address that the provider called, with its query. */
  url: URL
}

/** What became of a message that we sent. */
export interface Receipt {
  kind: 'receipt'
  /** Identifies the report: a repetition has the same. */
  event: string
  /** The provider's id of the message, and our key of it; null if the provider does not say it. */
  ref: string | null
  key: string | null
  /** The number or address to which the message went; null if the provider does not say it. */
  receiver: string | null
  /** taken: on its way, and perhaps with a cost. */
  state: 'taken' | 'delivered' | 'failed'
  /** Why it failed, in our words and the provider's code. */
  reason?: string
  /** Whether the failure is one of the number or address, which will not get other messages either. */
  isPermanent?: boolean
  /** Segments by which the provider bills. */
  segments?: number
  cost?: Cost
}

/** A person wants no more messages: by a stop at the provider, or by a complaint. */
export interface Stop {
  kind: 'stop'
  channel: 'sms' | 'mail'
  receiver: string
}

/** A text message to the firm. */
export interface InboundText {
  kind: 'text'
  /** Identifies the text: a repetition has the same. */
  event: string
  /** The number that the text claims as its sender, in the form E.164. */
  from: string
  text: string
  /** Whether the provider itself has answered it, as Twilio answers STOP. */
  isAnswered: boolean
}

export type Told = Receipt | Stop | InboundText

export interface Listener {
  name: string
  webhook: Webhook
  /** Whether the provider calls by GET, too. */
  takesGet?: boolean
  /**
   * Reads what the provider sent. A request that tells nothing new returns an empty list.
   *
   * @param secret the secret of `webhook`, with which a provider that signs has signed
   * @throws {BadSignature} if a provider that signs did not send this
   * @throws {ProviderFailure} of kind `garbage` if it is not as the provider documents it
   */
  read(request: ProviderRequest, secret: string, get: Variables): Promise<Told[]> | Told[]
}

/** Returns the value of an environment variable. */
export type Variables = (name: string) => string | undefined
