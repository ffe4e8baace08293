// Converts amounts for providers: into whole numbers of the currency's minor unit (ISO 4217), and back.

const ZERO = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
)
const THREE = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** Returns the number of a currency's decimals by ISO 4217. */
export const decimalsOf = (currency: string): number => ZERO.has(currency) ? 0 : THREE.has(currency) ? 3 : 2

/**
 * Converts an amount of the database to minor units.
 *
 * @throws {RangeError} for an impossible amount: a fraction of the minor unit, or too large
 */
export function toMinor(amount: number | string, currency: string): number {
  const decimals = decimalsOf(currency)
  const parts = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(String(amount))
  const fraction = (parts?.[3] ?? '').replace(/0+$/, '')
  if (!parts || fraction.length > decimals) throw new RangeError(`${amount} is no amount of ${currency}`)
  const minor = Number(`${parts[1]}${parts[2]}${fraction.padEnd(decimals, '0')}`)
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${amount} ${currency} is too much to count`)
  return minor
}

/** Converts minor units into a text with decimals, for providers and the database: 1234 in CHF becomes `12.34`. */
export function toMajor(minor: number, currency: string): string {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${minor} is no count of minor units`)
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return `${minor < 0 ? '-' : ''}${whole}${decimals > 0 ? `.${digits.slice(-decimals)}` : ''}`
}
