// Readers for what providers send. Each returns a value that the database can store.
import { garbage } from '../../_shared/http-client/failure.ts'
import { type Json, object } from '../../_shared/http-client/json.ts'
import type { Cost } from '../../_shared/messages/channels/types.ts'

/** Longest id, code or address that we read. */
const LONGEST = 200

/** Returns a value without control characters; empty if it is no text. */
export function field(value: unknown, most = LONGEST): string {
  // deno-lint-ignore no-control-regex
  return typeof value === 'string' ? value.toWellFormed().replace(/[\0-\x1f\x7f]+/g, ' ').trim().slice(0, most) : ''
}

/** Returns a value as `field` does, or null if there is none. */
export const fieldOr = (value: unknown): string | null => field(value) || null

/** Returns an id. @throws {ProviderFailure} of kind `garbage` if it is missing */
export function idOf(value: unknown, what: string): string {
  const id = field(value)
  if (!id) throw garbage(`${what} is missing`)
  return id
}

/** Longest text message that is kept: ten segments. */
const LONGEST_TEXT = 1600

/** Returns the words of a text message. */
export const wordsOf = (value: unknown): string =>
  typeof value === 'string'
    // deno-lint-ignore no-control-regex
    ? value.toWellFormed().replace(/\r\n?/g, '\n').replace(/[\0-\x09\x0b-\x1f\x7f]/g, '').trim().slice(0, LONGEST_TEXT)
    : ''

/** Returns a code of an error for the log: letters and digits only. */
export const codeOf = (value: unknown): string => /^[\w-]{1,60}$/.exec(String(value ?? ''))?.[0] ?? 'without a code'

/** Returns a number in the form E.164; null for anything else, such as a name or a short code. */
export function numberOf(value: unknown): string | null {
  const digits = field(value).replace(/^(\+|00)/, '')
  return /^[1-9]\d{5,14}$/.test(digits) ? `+${digits}` : null
}

/** Returns a cost; undefined if it is none. */
export function costOf(amount: unknown, currency: unknown): Cost | undefined {
  const [said, unit] = [field(String(amount ?? '')), field(currency).toUpperCase()]
  return /^\d{1,6}(\.\d{1,8})?$/.test(said) && /^[A-Z]{3}$/.test(unit) ? { amount: said, currency: unit } : undefined
}

/** Returns a count of segments; undefined if it is none. */
export function countOf(value: unknown): number | undefined {
  const count = Number(value)
  return Number.isInteger(count) && count > 0 && count <= 100 ? count : undefined
}

/** Parses a body of JSON. @throws {ProviderFailure} of kind `garbage` */
export function jsonOf(bytes: Uint8Array): Json {
  try {
    return object(JSON.parse(new TextDecoder().decode(bytes)), 'the body')
  } catch {
    throw garbage('the body is no JSON object')
  }
}

/** Parses a posted form. */
export const formOf = (bytes: Uint8Array): URLSearchParams => new URLSearchParams(new TextDecoder().decode(bytes))

/** Returns a nested object; an empty one if it is missing. */
export const inside = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Json : {}

/** Returns our key in the query of the address that we gave to the provider; null if there is none. */
export const keyIn = (url: URL): string | null => fieldOr(url.searchParams.get('key'))
