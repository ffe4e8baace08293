import type { PricePart } from '@contract/routes'

/** Where a part counts: as part of the price, or as payment, what is left to pay, later payment, tip, refund, or somebody's share. */
type Side = 'price' | 'paid' | 'open' | 'later' | 'tip' | 'back' | 'share'

/**
 * A part of what a ride costs, and of who paid and got what, as the SQL function `money_parts` makes it. `kind` names its text
 * in the translations. Refunds, and payments that went back, are negative.
 */
export interface MoneyPart extends Omit<PricePart, 'side'> {
  side: Side
  /** Who pays or gets the part: rider, driver, fleet, tax or operator. */
  who?: string
}

/** Parses parts from a JSON column; invalid entries are ignored. */
export function partsOf(value: unknown): MoneyPart[] {
  if (!Array.isArray(value)) return []
  return value.filter(
    (part): part is MoneyPart =>
      typeof part === 'object' && part !== null && typeof part.kind === 'string' && typeof part.amount === 'number'
  )
}

/** The parts of a quote's price if it is paid in this way: only cash is rounded to the smallest coin. */
export const partsPaidBy = (parts: readonly MoneyPart[], payment: string): MoneyPart[] =>
  parts.filter(({ kind }) => kind !== 'cash_rounding' || payment === 'cash')

/** Adds amounts as whole ten-thousandths, which is exact in every currency. */
export const totalOf = (parts: readonly Pick<MoneyPart, 'amount'>[]): number =>
  parts.reduce((sum, { amount }) => sum + Math.round(amount * 10_000), 0) / 10_000

/** What a quote costs if it is paid in this way. */
export const payableOf = ({ price_parts }: { price_parts: readonly MoneyPart[] }, payment: string): number =>
  totalOf(partsPaidBy(price_parts, payment))

/** The amount of a kind of part in a price, such as `fare` or `promotion`; null if the price has none. */
export function priceOf(parts: unknown, ...kinds: string[]): number | null {
  const found = partsOf(parts).filter(({ kind }) => kinds.includes(kind))
  return found.length === 0 ? null : totalOf(found)
}

/** The tax that a price includes. */
export const taxOf = (parts: unknown): number => totalOf(partsOf(parts).map(({ tax = 0 }) => ({ amount: tax })))
