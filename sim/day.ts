/** Converts times to the time of day in the operator's time zone. */
export interface Day {
  /** Returns the seconds since midnight. @param at milliseconds since 1970 */
  secondOf(at: number): number
}

const DAY = 86_400
const HOUR = 3_600_000

/** Creates a converter. @param zone name of a time zone, as in the column `settings.time_zone` */
export function createDay(zone: string): Day {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23'
  })
  // Cache of the offset from UTC (s) in the last used hour. An hour has one offset, because time zones change only on the hour.
  let known = { hour: Number.NaN, offset: 0 }
  const offsetOf = (hour: number): number => {
    const [h = 0, m = 0, s = 0] = format
      .format(hour * HOUR)
      .split(':')
      .map(Number)
    return h * 3600 + m * 60 + s - ((hour * 3600) % DAY)
  }
  return {
    secondOf(at) {
      const hour = Math.floor(at / HOUR)
      if (hour !== known.hour) known = { hour, offset: offsetOf(hour) }
      return (((Math.floor(at / 1000) + known.offset) % DAY) + DAY) % DAY
    }
  }
}
