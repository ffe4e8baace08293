const PERCENTS = [5, 10, 15] as const

/**
 * Returns suggested tips as percentages of the fare. They are rounded to a tenth of the currency's unit, or to a whole unit if
 * the currency has no decimals. Zero and repeated amounts are left out.
 *
 * @param places decimals of the currency
 */
export function tipPresets(fare: number, places: number): { percent: number; amount: number }[] {
  const unit = places > 0 ? 10 : 1
  const presets = PERCENTS.map((percent) => ({ percent, amount: Math.round((fare * percent * unit) / 100) / unit }))
  return presets.filter(({ amount }, index) => amount > 0 && amount !== presets[index - 1]?.amount)
}
