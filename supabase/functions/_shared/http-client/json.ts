// Functions that read values from a provider's JSON and check each value before it is used.
import { garbage, ProviderFailure } from './failure.ts'

export type Json = Record<string, unknown>

const MAX_TEXT = 300

/** Returns the value as an object. @throws {ProviderFailure} of kind `garbage`, naming the value if it is no object */
export function object(value: unknown, what: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw garbage(`${what} is no object`)
  return value as Json
}

/** Returns the value as a list. @throws {ProviderFailure} of kind `garbage`, naming the value if it is no list */
export function list(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw garbage(`${what} is no list`)
  return value
}

/**
 * Returns the result of `read` for each entry of a list. Entries that it cannot read are skipped, so that one malformed entry
 * does not hide the rest.
 *
 * @throws {ProviderFailure} of kind `garbage` if no entry of a non-empty list is readable, or `value` is no list
 */
export function readable<Entry>(value: unknown, what: string, read: (entry: unknown) => Entry): Entry[] {
  const entries = list(value, what)
  const found: Entry[] = []
  let odd: unknown
  for (const entry of entries) {
    try {
      found.push(read(entry))
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      odd = error
    }
  }
  if (odd !== undefined && found.length === 0) throw odd
  return found
}

/** Returns the value as a number of zero or more. @throws {ProviderFailure} of kind `garbage`, naming the bad value */
export function amount(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) throw garbage(`${what} is no amount`)
  return value
}

/** Returns the value as a text that is not empty. @throws {ProviderFailure} of kind `garbage`, naming the bad value */
export function text(value: unknown, what: string): string {
  const found = textOr(value)
  if (!found) throw garbage(`${what} is no text`)
  return found
}

/** Returns an id of the provider unchanged. @throws {ProviderFailure} of kind `garbage` if the id does not match `form` */
export function id(value: unknown, form: RegExp): string {
  if (typeof value !== 'string' || !form.test(value)) throw garbage('an id has another form')
  return value
}

/** Returns a text for display: trimmed, one line, at most 300 characters; empty if the value is no text. */
export function textOr(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed().replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT) : ''
}
