// Readers for the JSON of a provider: each value is checked before use.
import { garbage, ProviderFailure } from './failure.ts'

export type Json = Record<string, unknown>

const MAX_TEXT = 300

/** @throws {ProviderFailure} of kind `garbage`, naming the value that is no object */
export function object(value: unknown, what: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw garbage(`${what} is no object`)
  return value as Json
}

/** @throws {ProviderFailure} of kind `garbage`, naming the value that is no list */
export function list(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw garbage(`${what} is no list`)
  return value
}

/**
 * The readable entries of a list: an unreadable entry is skipped, so that one odd hit does not hide the others.
 *
 * @throws {ProviderFailure} of kind `garbage` if every entry is unreadable, or `value` is no list
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

/** A number of zero or more. @throws {ProviderFailure} of kind `garbage`, naming the bad value */
export function amount(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) throw garbage(`${what} is no amount`)
  return value
}

/** A text that is not empty. @throws {ProviderFailure} of kind `garbage`, naming the bad value */
export function text(value: unknown, what: string): string {
  const found = textOr(value)
  if (!found) throw garbage(`${what} is no text`)
  return found
}

/** An id of the provider, unchanged. @throws {ProviderFailure} of kind `garbage`, if it does not match `form` */
export function id(value: unknown, form: RegExp): string {
  if (typeof value !== 'string' || !form.test(value)) throw garbage('an id has another form')
  return value
}

/** A text for people: trimmed, one line, at most 300 characters; empty if there is none. */
export function textOr(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed().replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT) : ''
}
