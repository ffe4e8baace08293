// Digests for providers that sign with a plain hash. WebCrypto has no MD5, so use Node's module.
import { Buffer } from 'node:buffer'
import { createHash, timingSafeEqual } from 'node:crypto'
import { garbage } from '../../_shared/http-client/failure.ts'
import { toMinor } from './money.ts'

/** The hash of a text in UTF-8. */
export const digest = (
  algorithm: 'md5' | 'sha1' | 'sha256',
  text: string,
  encoding: 'hex' | 'base64' = 'hex',
): string => createHash(algorithm).update(text, 'utf8').digest(encoding)

/** Compares a signature in constant time; a missing one never matches. */
export function isSame(expected: string, found: string | null | undefined): boolean {
  const a = Buffer.from(expected, 'utf8')
  const b = Buffer.from(found ?? '', 'utf8')
  return a.length > 0 && a.length === b.length && timingSafeEqual(a, b)
}

/**
 * An amount in a provider's format, `1234.50` or 1234.5, in minor units.
 *
 * @throws {ProviderFailure} of kind `garbage` for an amount that the currency cannot have
 */
export function minorOf(value: unknown, currency: string, what: string): number {
  try {
    if (typeof value === 'string' || typeof value === 'number') return toMinor(value, currency)
  } catch {
    // The error is thrown below.
  }
  throw garbage(`${what} is no amount of ${currency}`)
}

/** A form as a provider's server posts it. */
export const formOf = (bytes: Uint8Array): URLSearchParams => new URLSearchParams(new TextDecoder().decode(bytes))
