import { serverNow } from '@/lib/server-clock'
import { writeDay } from '@/lib/typed-day'
import { writeTime } from '@/lib/typed-time'
import { dayOf } from '@/lib/zoned'
import type { FormRules } from './rules'

/** For examples in the messages about invalid days and times. */
const EXAMPLE = { day: '2026-11-22', time: '14:30' }

/** Values for these messages. */
export function exampleOf({ locale }: FormRules, ...parts: readonly ('day' | 'time')[]) {
  const written = { day: writeDay(EXAMPLE.day, locale), time: writeTime(EXAMPLE.time, locale) }
  return { example: parts.map((part) => written[part]).join(' ') }
}

/** In the operator’s calendar. */
export const todayOf = ({ timeZone }: FormRules) => dayOf(serverNow(), timeZone)
