/** How far clocks go back at most in one step (minutes), except for moves of a whole zone, and how far the smallest step is. */
const STEPS = [30, 60]

/**
 * Writes a time. In the hour that clocks show twice when they go back, it adds which of the two is meant: "2:30 AM GMT+2".
 *
 * @param options options of `Intl.DateTimeFormat` that write the day and the minute
 */
export function writtenMoment(at: Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(locale, options)
  const written = format.format(at)
  const isRepeated = STEPS.some((minutes) =>
    [-minutes, minutes].some((step) => format.format(at.getTime() + step * 60_000) === written)
  )
  if (!isRepeated) return written
  const zone = new Intl.DateTimeFormat(locale, { timeZone: options.timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  return `${written}\u00a0${(zone ?? '').replace('GMT', 'UTC').replace('-', '\u2212')}`
}
