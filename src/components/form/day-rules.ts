import { serverNow } from '@/lib/server-clock'
import { writeDay } from '@/lib/typed-day'
import { writeTime } from '@/lib/typed-time'
import { dayOf } from '@/lib/zoned'
import type { FormRules } from './rules'

/** Of the examples in the sentences about days and times that cannot be read. */
const EXAMPLE = { day: '2026-11-22', time: '14:30' }

/** What the sentences about them fill in. */
export function exampleOf({ locale }: FormRules, ...parts: readonly ('day' | 'time')[]) {
  const written = { day: writeDay(EXAMPLE.day, locale), time: writeTime(EXAMPLE.time, locale) }
  return { example: parts.map((part) => written[part]).join(' ') }
}

/** On the operator’s calendar. */
export const todayOf = ({ timeZone }: FormRules) => dayOf(serverNow(), timeZone)
