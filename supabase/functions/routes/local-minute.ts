const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
/** Rides within the same minutes get the same route, which the cache of routes can answer. */
const STEP = 5

/**
 * Returns the minute of the week in local time, rounded down to five minutes: 0 is Monday, 00:00.
 *
 * @param timeZone IANA name; if it is null or unknown to the platform, the result is undefined
 */
export function localMinute(at: Date, timeZone: string | null): number | undefined {
  if (timeZone === null) return undefined
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const minute = DAYS.indexOf(parts['weekday'] ?? '') * 1440 + Number(parts['hour']) * 60 + Number(parts['minute'])
    return minute - minute % STEP
  } catch {
    return undefined
  }
}
