// Readers for values in providers' responses and webhooks, shared by several adapters.
import { garbage } from '../../_shared/http-client/failure.ts'
import { type Json, object } from '../../_shared/http-client/json.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns the value if it can be an id of ours (a UUID); otherwise null: other systems may use the same account. */
export const ourId = (value: unknown): string | null => typeof value === 'string' && UUID.test(value) ? value : null

/** Returns a text; undefined if it is missing, empty or no text. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Returns a nested object; an empty one if it is missing. */
export const inside = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Json : {}

/** Returns the objects of a list; an empty list if it is missing. */
export const items = (value: unknown): Json[] => Array.isArray(value) ? value.map(inside) : []

/**
 * Parses the JSON of a webhook whose signature was checked before.
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

/** Converts seconds since 1970 into ISO 8601; undefined if invalid. */
export const timeOf = (seconds: unknown): string | undefined =>
  typeof seconds === 'number' && seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000).toISOString() : undefined

/**
 * Copies the named fields of a provider's message, if they are text, numbers or booleans. The copy is for the operator's staff.
 */
export function pick(from: Json, ...names: readonly string[]): Json {
  const kept = names.filter((name) => ['string', 'number', 'boolean'].includes(typeof from[name]))
  return Object.fromEntries(kept.map((name) => [name, from[name]]))
}
