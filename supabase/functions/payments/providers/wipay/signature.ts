import { digest } from '../digest.ts'

/**
 * Returns the hash that a successful return must have: MD5 of transaction id, requested total and API key, without separators.
 * The hash covers neither order nor currency nor status (WiPay Payments API Documentation 1.0.8, "Response Parameters: hash").
 */
export const hashOf = (transaction: string, total: string, key: string): string =>
  digest('md5', `${transaction}${total}${key}`)

/**
 * Returns the number of our order at WiPay: the payment's id. In Jamaica it is a hash of the id, because the page there accepts
 * only 16 characters.
 */
export const orderOf = (payment: string, country: string): string =>
  country === 'JM' ? digest('sha256', payment).slice(0, 16) : payment

/** Whether a transaction id belongs to this order and mode: `[SB-]<1..99>-<account>-<order>-<yyyymmddhhmmss>`. */
export function isOfOrder(transaction: string, order: string, isTest: boolean): boolean {
  const parts = /^(SB-)?\d{1,2}-\d+-(.+)-\d{14}$/.exec(transaction)
  return parts?.[2] === order && (parts[1] !== undefined) === isTest
}
