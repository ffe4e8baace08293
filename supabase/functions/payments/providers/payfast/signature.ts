import { digest } from '../digest.ts'

export type Pairs = readonly (readonly [string, string])[]

/** Encodes a value like PHP's urlencode: a plus for a space, and upper-case escapes. */
export const encode = (value: string): string =>
  encodeURIComponent(value.toWellFormed()).replaceAll('%20', '+').replace(
    /[!'()*~]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const line = (pairs: Pairs): string => pairs.map(([name, value]) => `${name}=${encode(value)}`).join('&')

/**
 * Returns the signature of a form or webhook: MD5 over the fields in their order, followed by the passphrase if the account has
 * one. A form omits its empty fields, a webhook includes them (developers.payfast.co.za, "Custom integration" and "Confirm
 * payment").
 */
export const sign = (pairs: Pairs, passphrase: string): string =>
  digest('md5', line(passphrase === '' ? pairs : [...pairs, ['passphrase', passphrase]]))

/**
 * Returns the signature of an API request: MD5 over headers, query, body and passphrase, sorted by name (PayFast's API
 * documentation, "Signature generation").
 */
export function signCall(values: Readonly<Record<string, string>>, passphrase: string): string {
  const pairs = Object.entries({ ...values, passphrase }).filter(([, value]) => value !== '')
  return digest('md5', line(pairs.sort(([a], [b]) => (a < b ? -1 : 1))))
}

/** Reads a webhook. Returns its fields before the field `signature`, which are the signed ones, and the signature. */
export function readNotification(bytes: Uint8Array): { pairs: Pairs; signature: string | null } {
  const all = [...new URLSearchParams(new TextDecoder().decode(bytes))]
  const at = all.findIndex(([name]) => name === 'signature')
  return { pairs: at < 0 ? all : all.slice(0, at), signature: all[at]?.[1] ?? null }
}
