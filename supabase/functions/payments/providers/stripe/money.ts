// Stripe's own rules for amounts: https://docs.stripe.com/currencies (zero-decimal, three-decimal, special cases).
import { PaymentRefused } from '../errors.ts'
import { decimalsOf } from '../money.ts'

/** Currencies that Stripe accepts. */
// deno-fmt-ignore
export const CURRENCIES = ('USD AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP ' +
  'CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY KES ' +
  'KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB ' +
  'PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TND TOP TRY TTD TWD TZS UAH UGX UYU ' +
  'UZS VND VUV WST XAF XCD XOF XPF YER ZAR ZMW').split(' ')

/**
 * Currencies whose decimals at Stripe differ from ISO 4217. Minor units times `times`, divided by `by`, are Stripe's units. ISK
 * and UGX have no decimals, but Stripe requires two, which are always 00. MGA has two decimals, but Stripe counts whole ariary.
 * HUF and TWD are not listed: they are charged with two decimals; Stripe's rule of whole units for them concerns payouts.
 */
const FACTORS: Record<string, { times: number; by: number }> = {
  ISK: { times: 100, by: 1 },
  UGX: { times: 100, by: 1 },
  MGA: { times: 1, by: 100 },
}
const SAME = { times: 1, by: 1 }

function unitsOf(minor: number, currency: string): number | null {
  const { times, by } = FACTORS[currency] ?? SAME
  const units = minor * times / by
  // In currencies with three decimals the last one has to be 0, because Stripe's partners require it.
  return Number.isSafeInteger(units) && (decimalsOf(currency) < 3 || units % 10 === 0) ? units : null
}

/** The smallest part of a currency that Stripe takes, in minor units. */
export const stepOf = (currency: string): number => decimalsOf(currency) === 3 ? 10 : FACTORS[currency]?.by ?? 1

/**
 * Whether Stripe accepts an amount. Stripe refuses fractions of an ariary (MGA), and a third decimal other than 0.
 */
export const isTaken = (minor: number, currency: string): boolean => unitsOf(minor, currency) !== null

/**
 * Converts an amount into Stripe's units.
 *
 * @throws {PaymentRefused} for a fraction that Stripe does not accept
 */
export function toStripe(minor: number, currency: string): number {
  const units = unitsOf(minor, currency)
  if (units !== null) return units
  throw new PaymentRefused(`Stripe does not take ${minor} minor units of ${currency}`, 'payment_not_possible')
}

/** Converts Stripe's units into minor units; null if impossible, such as a fraction of a króna (ISK). */
export function fromStripe(amount: unknown, currency: string): number | null {
  if (typeof amount !== 'number') return null
  const { times, by } = FACTORS[currency] ?? SAME
  const minor = amount * by / times
  return Number.isSafeInteger(minor) ? minor : null
}

// deno-fmt-ignore
const LEAST: Record<string, number> = {
  USD: 50, AED: 200, AUD: 50, BGN: 100, BRL: 50, CAD: 50, CHF: 50, CZK: 1500, DKK: 250, EUR: 50, GBP: 30, HKD: 400, HUF: 17_500,
  INR: 50, JPY: 50, MXN: 1000, MYR: 200, NOK: 300, NZD: 50, PLN: 200, RON: 200, SEK: 300, SGD: 50, THB: 1000,
}
/** Largest amount that Stripe accepts, in Stripe's units: eight digits. */
const MOST = 99_999_999

/**
 * Returns minimum and maximum of one payment, in minor units. For a currency that is not in LEAST there is no fixed minimum:
 * Stripe converts the amount and applies the minimum of the account's own currency.
 */
export function limitsOf(currency: string): { min?: number; max?: number } {
  const { times, by } = FACTORS[currency] ?? SAME
  const min = LEAST[currency]
  return { ...(min !== undefined && { min }), max: Math.floor(MOST / times) * by }
}
