/** A push ready to send, for one device. */
export interface Push {
  token: string
  title: string
  body: string
  /** The screen that opens on a tap, and its parameters. All values are texts, because the push services require that. */
  data: Record<string, string>
  /** The language of the text, such as `ar`; empty if unknown. */
  lang: string
  /** Android's channel, which decides the sound. */
  channelId: string
  /** Seconds after which the push expires. */
  ttl: number
  /**
   * A newer push with the same topic replaces this one while it is not delivered, and on the screen: 32 letters of base64url,
   * from which nobody learns the trip; empty for none.
   */
  topic: string
  /** Whether the push may wake a phone that saves power (`high`), and how long it may wait otherwise. */
  urgency: Urgency
  /** Buttons below the text, at most two. None of them changes anything: a press opens a page. */
  actions: readonly Action[]
  /** Unread notices of the person, for the app's badge; undefined if unknown. */
  unread?: number | undefined
}

/** RFC 8030, 5.3. */
export type Urgency = 'high' | 'normal' | 'low'

export interface Action {
  action: string
  title: string
}

/**
 * Sends a push.
 *
 * @throws {TokenGone} the device no longer exists
 * @throws {Undeliverable} another attempt would fail in the same way
 * @throws {Error} anything else: to be retried
 */
export type SendPush = (push: Push) => Promise<void>

export class TokenGone extends Error {
  override name = 'TokenGone'
}

export class Undeliverable extends Error {
  override name = 'Undeliverable'
}

/** The error for a text message that may have been sent, and therefore is not sent again. */
export class MaybeSent extends Error {
  override name = 'MaybeSent'
}

/** The error for a message that another attempt may deliver. */
export class NotNow extends Error {
  override name = 'NotNow'
}

/**
 * Time limit for a request to a push service (ms). `drain.ts` leases seventy messages at most for a minute and sends twenty at a
 * time. With this limit even slow ones end within the lease.
 */
export const PATIENCE_MS = 8000

/** Returns a response's body as a JSON object or list; null for any other body. Parses at most the first 65,536 characters. */
export async function jsonOf(response: Response): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = JSON.parse((await response.text()).slice(0, 65_536))
    return typeof value === 'object' && value !== null ? value as Record<string, unknown> : null
  } catch {
    return null
  }
}
