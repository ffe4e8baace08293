// Readers for providers' responses and messages that several adapters share.
import { garbage } from '../../_shared/http-client/failure.ts'
import { type Json, object } from '../../_shared/http-client/json.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** An id of ours in a response; null if it cannot be one, because other systems may use the same account. */
export const ourId = (value: unknown): string | null => typeof value === 'string' && UUID.test(value) ? value : null

/** A text of a provider; undefined if missing. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** A nested object; empty if missing. */
export const inside = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Json : {}

/** The objects of a list; empty if missing. */
export const items = (value: unknown): Json[] => Array.isArray(value) ? value.map(inside) : []

/**
 * The JSON of a webhook, after its signature was checked.
 *
 * @throws {ProviderFailure} of kind `garbage`: the response is not as documented
 */
export function parsed(bytes: Uint8Array): Json {
  try {
    return object(JSON.parse(new TextDecoder().decode(bytes)), 'the webhook')
  } catch {
    throw garbage('the webhook is no JSON')
  }
}

/** Seconds since 1970 as ISO 8601; undefined if invalid. */
export const timeOf = (seconds: unknown): string | undefined =>
  typeof seconds === 'number' && seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000).toISOString() : undefined

/** Some fields of a provider's message for the desk: only texts and numbers of the given names. */
export function pick(from: Json, ...names: readonly string[]): Json {
  const kept = names.filter((name) => ['string', 'number', 'boolean'].includes(typeof from[name]))
  return Object.fromEntries(kept.map((name) => [name, from[name]]))
}
