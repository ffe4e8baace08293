import { formatNumber } from '@/lib/format/format'

const FEET_PER_METRE = 3.28084
const METRES_PER_MILE = 1609.344

/** Rounds a distance to what a driver can estimate: to tens below 100, to fifties above. */
const rounded = (value: number): number => (value < 100 ? Math.round(value / 10) * 10 : Math.round(value / 50) * 50)

/** Returns a distance as text to be spoken, with its unit in full. */
export function spokenDistance(metres: number, locale: string, inMiles: boolean): string {
  const say = (value: number, unit: string, digits = 0) =>
    formatNumber(value, locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: digits })
  if (inMiles) {
    return metres < 300 ? say(rounded(metres * FEET_PER_METRE), 'foot') : say(metres / METRES_PER_MILE, 'mile', 1)
  }
  return metres < 950 ? say(Math.max(10, rounded(metres)), 'meter') : say(metres / 1000, 'kilometer', 1)
}
