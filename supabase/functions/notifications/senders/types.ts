/** A push as it leaves: worded, for one device. */
export interface Push {
  token: string
  title: string
  body: string
  /** What a tap opens, and what it needs: texts alone, as the services want it. */
  data: Record<string, string>
  /** The language of the words, as `ar`; empty where it is not known. */
  lang: string
  /** Android's channel, which decides the sound. */
  channelId: string
  /** Seconds after which it expires. */
  ttl: number
}

/**
 * Hands a push over.
 *
 * @throws {TokenGone} the device is no more
 * @throws {Undeliverable} another attempt would end in the same way
 * @throws {Error} anything else: to be tried again
 */
export type SendPush = (push: Push) => Promise<void>

export class TokenGone extends Error {
  override name = 'TokenGone'
}

export class Undeliverable extends Error {
  override name = 'Undeliverable'
}

/** What a service may take to answer (ms): ten at once of fifty messages have to fit into a lease of a minute. */
export const PATIENCE_MS = 8000

/** The response as a JSON object; null if it is something else. Reads at most 64 KB. */
export async function jsonOf(response: Response): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = JSON.parse((await response.text()).slice(0, 65_536))
    return typeof value === 'object' && value !== null ? value as Record<string, unknown> : null
  } catch {
    return null
  }
}
