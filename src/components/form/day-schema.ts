import * as z from 'zod/mini'
import { isDay } from '@/lib/typing/typed-day'
import { isTime } from '@/lib/typing/typed-time'
import { isMoment, isSkipped } from './moment'

const isEmpty = (value: string) => value === ''

/** Schema of a day as `2026-11-22`. */
export const day = () =>
  z.string().check(
    z.refine((value) => !isEmpty(value), { error: 'day_required', abort: true }),
    z.refine(isDay, { error: 'day_invalid' })
  )

/** Schema of a time of day as `22:00`. */
export const time = () =>
  z.string().check(
    z.refine((value) => !isEmpty(value), { error: 'time_required', abort: true }),
    z.refine(isTime, { error: 'time_invalid' })
  )

/** Schema of a moment as ISO text, or '' for none. */
export const moment = () =>
  z.string().check(
    z.refine((value) => isEmpty(value) || isMoment(value) || isSkipped(value), {
      error: 'moment_invalid',
      abort: true
    }),
    z.refine((value) => !isSkipped(value), { error: 'moment_skipped' })
  )

/** Schema of a first and last day in order; '' for an open end. */
export const dayRange = () =>
  z.object({ from: z.string(), to: z.string() }).check(
    z.refine(({ from, to }) => [from, to].every((day) => isEmpty(day) || isDay(day)), {
      error: 'day_invalid',
      abort: true
    }),
    z.refine(({ from, to }) => isEmpty(from) || isEmpty(to) || from <= to, { error: 'days_reversed' })
  )
