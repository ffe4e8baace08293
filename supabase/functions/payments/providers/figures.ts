// Readers for values of a provider's response: amounts, currencies, ids, times. Most of them throw for an unreadable value.
import { garbage } from '../../_shared/http-client/failure.ts'
import { decimalsOf } from './money.ts'
import type { Payment, Sum } from './types.ts'

/** Reads a currency's ISO 4217 code. @throws {ProviderFailure} of kind `garbage`: the response is not as documented */
export function currencyOf(value: unknown): string {
  if (typeof value !== 'string' || !/^[A-Z]{3}$/.test(value)) throw garbage('the currency is none')
  return value
}

/** Returns a sum of minor units; without the amount if it is invalid, or if the currency is missing or empty. */
export const sumOf = (amount: unknown, currency: string | null | undefined): Sum =>
  currency && Number.isSafeInteger(amount)
    ? { amount: amount as number, currency }
    : { amount: null, currency: currency || null }

/** Converts a fee into minor units, rounded because a fee may have more decimals than the currency; undefined if invalid. */
export const feeOf = (value: unknown, currency: string): number | undefined =>
  typeof value === 'number' && value >= 0 && value < 1e12 ? Math.round(value * 10 ** decimalsOf(currency)) : undefined

/**
 * Reads a number of minor units.
 *
 * @throws {ProviderFailure} of kind `garbage`: the response is not as documented
 */
export function countOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw garbage('the amount is none')
  return value
}

/**
 * Reads an id of the provider, which may be a number.
 *
 * @throws {ProviderFailure} of kind `garbage`: the response is not as documented
 */
export function idOf(value: unknown): string {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string' || !/^[\w.-]{1,100}$/.test(text)) throw garbage('an id has another form')
  return text
}

/** Converts a time into ISO 8601; undefined if invalid. */
export function momentOf(value: unknown): string | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/**
 * Returns the customer's e-mail address, for providers that require one. A customer who signed in by telephone has no address;
 * the result is then an address at example.com, which receives no mail.
 */
export const emailOf = ({ customer }: Payment): string => customer.email || `${customer.id}@example.com`

/** Returns the customer's e-mail address, for providers that do not require one; undefined if missing or malformed. */
export const knownEmailOf = ({ customer: { email } }: Payment): string | undefined =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? email : undefined
