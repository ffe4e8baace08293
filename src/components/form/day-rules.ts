import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { writeDay } from '@/lib/typing/typed-day'
import { writeTime } from '@/lib/typing/typed-time'
import type { FormRules } from './rules'

/** The day and time that messages about invalid input show as an example. */
const EXAMPLE = { day: '2026-11-22', time: '14:30' }

/** Returns the example as a parameter of error messages, in the reader's format. */
export function exampleOf({ locale }: FormRules, ...parts: readonly ('day' | 'time')[]) {
  const written = { day: writeDay(EXAMPLE.day, locale), time: writeTime(EXAMPLE.time, locale) }
  return { example: parts.map((part) => written[part]).join(' ') }
}

/** Today's date in the operator's time zone. */
export const todayOf = ({ timeZone }: FormRules) => dayOf(serverNow(), timeZone)
