import { firmText } from '@/lib/texts/firm-text'
import type { Quote } from './model'

/**
 * Why a price differs from an earlier one. `began` and `ended`: the surcharge with this name began or ended. `way`: the route
 * is another one. `rates`: the rates have changed.
 */
export type FareReason = { kind: 'began' | 'ended'; name: string } | { kind: 'way' | 'rates' }

/** An earlier price, the new one, and the reason for the difference. */
export interface FareChange {
  before: Quote
  after: Quote
  reason: FareReason
}

/** Kinds of surcharges that depend on time or place, and so can begin or end. */
const passing = new Set(['tariff_window', 'zone_surcharge'])

const namesOf = ({ lines }: Quote) =>
  lines.flatMap(({ key, name }) => (passing.has(key) && name ? [firmText(name)] : []))

/**
 * Compares two prices of the same ride and returns the reason for the difference. The first reason that applies is returned: a
 * surcharge began, a surcharge ended, the route is another one. If none applies, the rates have changed.
 */
export function fareChange(before: Quote, after: Quote): FareChange {
  const [was, is] = [namesOf(before), namesOf(after)]
  const began = is.find((name) => !was.includes(name))
  const ended = was.find((name) => !is.includes(name))
  const isSameWay = before.distance_in_km === after.distance_in_km && before.time_in_secs === after.time_in_secs
  const reason: FareReason =
    began !== undefined
      ? { kind: 'began', name: began }
      : ended !== undefined
        ? { kind: 'ended', name: ended }
        : { kind: isSameWay ? 'rates' : 'way' }
  return { before, after, reason }
}
