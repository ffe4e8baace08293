import { createHmac } from 'node:crypto'
import { digest } from '../digest.ts'

/** As configured in the account, and as `algorithmSignature` of the form names them. */
export const ALGORITHMS = ['MD5', 'SHA', 'SHA256', 'HMAC-SHA256'] as const

export interface Keys {
  apiKey: string
  merchant: string
  algorithm: (typeof ALGORITHMS)[number]
  /** Of HMAC-SHA256. */
  secretKey: string
}

const HASHES = { MD5: 'md5', SHA: 'sha1', SHA256: 'sha256' } as const

function hash({ algorithm, secretKey }: Keys, parts: readonly string[]): string {
  const text = parts.join('~')
  return algorithm === 'HMAC-SHA256'
    ? createHmac('sha256', secretKey).update(text, 'utf8').digest('hex')
    : digest(HASHES[algorithm], text)
}

/** `ApiKey~merchantId~referenceCode~amount~currency` (developers.payulatam.com, "Payment form"). */
export const signForm = (keys: Keys, reference: string, amount: string, currency: string): string =>
  hash(keys, [keys.apiKey, keys.merchant, reference, amount, currency])

/**
 * `apiKey~merchant_id~reference_sale~new_value~currency~state_pol` (developers.payulatam.com, "Confirmation URL"). It covers no
 * transaction, its type or the test flag.
 */
export function signConfirmation(keys: Keys, said: URLSearchParams): string {
  const value = (name: string) => said.get(name) ?? ''
  const parts = [value('merchant_id'), value('reference_sale'), newValue(value('value')), value('currency')]
  return hash(keys, [keys.apiKey, ...parts, value('state_pol')])
}

/** One decimal if the second is 0, else two: `150.00` is signed as `150.0`, `150` too, and `150.25` as it is. */
export function newValue(value: string): string {
  const parts = /^(\d+)(?:\.(\d)(\d?)\d*)?$/.exec(value)
  if (!parts) return value
  const [, whole, first = '0', second = ''] = parts
  return `${whole}.${first}${second === '0' ? '' : second}`
}
