/** Amounts at Paystack. */
import { countOf } from '../figures.ts'
import { decimalsOf } from '../money.ts'

/** Smallest payment for each currency, in the currency's minor units: https://paystack.com/docs/api/ (Supported currency). */
export const LEAST: Record<string, number> = { NGN: 5000, USD: 200, GHS: 10, ZAR: 100, KES: 300, XOF: 1 }

/**
 * Returns how many of Paystack's units one minor unit is. Paystack counts hundredths of every currency, even of the CFA franc
 * (XOF), which has no decimals.
 */
export const scaleOf = (currency: string): number => 10 ** (2 - decimalsOf(currency))
/**
 * Converts Paystack's amount into minor units. Fractions are cut off, as Paystack does: "If we notice a fractional part during
 * processing, we ignore it" (its documentation).
 */
export const minorOf = (value: unknown, currency: string): number => Math.floor(countOf(value) / scaleOf(currency))
