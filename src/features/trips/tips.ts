const PERCENTS = [5, 10, 15] as const

/**
 * Tips to choose from, as parts of the fare in amounts that people say: to a tenth of the currency, to one where it has no parts.
 *
 * @param places decimals of the currency
 */
export function tipPresets(fare: number, places: number): { percent: number; amount: number }[] {
  const unit = places > 0 ? 10 : 1
  const presets = PERCENTS.map((percent) => ({ percent, amount: Math.round((fare * percent * unit) / 100) / unit }))
  return presets.filter(({ amount }, index) => amount > 0 && amount !== presets[index - 1]?.amount)
}
