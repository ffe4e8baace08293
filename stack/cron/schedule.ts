/** Lowest and highest value of the five fields: minute, hour, day of month, month and day of week. */
const bounds = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7]
] as const

/** Returns whether one field of a schedule matches a value. A field is `*`, `5`, `1-5`, `0-59/10` or a list of those. */
function holds(field: string, value: number, [lowest, highest]: readonly [number, number]): boolean {
  return field.split(',').some((part) => {
    const [range = '', step] = part.split('/')
    const [from, to] = range === '*' ? [lowest, highest] : range.split('-').map(Number)
    if (from === undefined || Number.isNaN(from)) return false
    const last = to ?? (step === undefined ? from : highest)
    return value >= from && value <= last && (value - from) % Number(step ?? 1) === 0
  })
}

/**
 * Returns whether a cron schedule of five fields is due in the minute of `at`, in UTC like pg_cron. As in cron, a day matches
 * if one of the two day fields matches; if one of them is `*`, both must match. A schedule without five fields is never due.
 */
export function isDue(schedule: string, at: Date): boolean {
  const fields = schedule.trim().split(/\s+/)
  if (fields.length !== bounds.length) return false
  const weekday = at.getUTCDay()
  const values = [at.getUTCMinutes(), at.getUTCHours(), at.getUTCDate(), at.getUTCMonth() + 1, weekday]
  const fits = (index: number): boolean => {
    const [field, value, bound] = [fields[index], values[index], bounds[index]]
    return field !== undefined && value !== undefined && bound !== undefined && holds(field, value, bound)
  }
  const onWeekday = fits(4) || (weekday === 0 && holds(fields[4] ?? '', 7, bounds[4]))
  const eitherDay = fields[2] !== '*' && fields[4] !== '*'
  const onDay = eitherDay ? fits(2) || onWeekday : fits(2) && onWeekday
  return fits(0) && fits(1) && fits(3) && onDay
}
