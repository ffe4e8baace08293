// Digests, for providers that sign with a plain hash and no HMAC. They come from Node's module, because WebCrypto has no MD5.
import { Buffer } from 'node:buffer'
import { createHash, timingSafeEqual } from 'node:crypto'
import { garbage } from '../../_shared/http-client/failure.ts'
import { toMinor } from './money.ts'

/** Returns the hash of a text in UTF-8. */
export const digest = (
  algorithm: 'md5' | 'sha1' | 'sha256',
  text: string,
  encoding: 'hex' | 'base64' = 'hex',
): string => createHash(algorithm).update(text, 'utf8').digest(encoding)

/** Whether two signatures are equal, compared in constant time. A missing or empty signature never matches. */
export function isSame(expected: string, found: string | null | undefined): boolean {
  const a = Buffer.from(expected, 'utf8')
  const b = Buffer.from(found ?? '', 'utf8')
  return a.length > 0 && a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Converts a provider's amount (`'1234.50'` or the number 1234.5) into minor units.
 *
 * @param what name of the amount for the error
 * @throws {ProviderFailure} of kind `garbage` for a value that is no amount, or an amount that the currency cannot have
 */
export function minorOf(value: unknown, currency: string, what: string): number {
  try {
    if (typeof value === 'string' || typeof value === 'number') return toMinor(value, currency)
  } catch {
    // An impossible amount gets the same error as a value that is no amount, which is thrown below.
  }
  throw garbage(`${what} is no amount of ${currency}`)
}

/** Parses the body of a posted form. */
export const formOf = (bytes: Uint8Array): URLSearchParams => new URLSearchParams(new TextDecoder().decode(bytes))
