import { createHmac } from 'node:crypto'
import { digest } from '../digest.ts'

/** The signature algorithms. The operator chooses one in PayU's account; the form's field `algorithmSignature` names it. */
export const ALGORITHMS = ['MD5', 'SHA', 'SHA256', 'HMAC-SHA256'] as const

export interface Keys {
  apiKey: string
  merchant: string
  algorithm: (typeof ALGORITHMS)[number]
  /** The key for HMAC-SHA256; the other algorithms do not use it. */
  secretKey: string
}

const HASHES = { MD5: 'md5', SHA: 'sha1', SHA256: 'sha256' } as const

function hash({ algorithm, secretKey }: Keys, parts: readonly string[]): string {
  const text = parts.join('~')
  return algorithm === 'HMAC-SHA256'
    ? createHmac('sha256', secretKey).update(text, 'utf8').digest('hex')
    : digest(HASHES[algorithm], text)
}

/** Signs a form: `ApiKey~merchantId~referenceCode~amount~currency` (developers.payulatam.com, "Payment form"). */
export const signForm = (keys: Keys, reference: string, amount: string, currency: string): string =>
  hash(keys, [keys.apiKey, keys.merchant, reference, amount, currency])

/**
 * Returns the signature that a webhook must have: `apiKey~merchant_id~reference_sale~new_value~currency~state_pol`
 * (developers.payulatam.com, "Confirmation URL"). It does not cover the transaction, the transaction's type or the test flag.
 */
export function signConfirmation(keys: Keys, said: URLSearchParams): string {
  const value = (name: string) => said.get(name) ?? ''
  const parts = [value('merchant_id'), value('reference_sale'), newValue(value('value')), value('currency')]
  return hash(keys, [keys.apiKey, ...parts, value('state_pol')])
}

/**
 * Converts an amount into the form that PayU signs: with one decimal if the second is 0, otherwise with two. `150.00` and `150`
 * become `150.0`; `150.25` stays.
 */
export function newValue(value: string): string {
  const parts = /^(\d+)(?:\.(\d)(\d?)\d*)?$/.exec(value)
  if (!parts) return value
  const [, whole, first = '0', second = ''] = parts
  return `${whole}.${first}${second === '0' ? '' : second}`
}
