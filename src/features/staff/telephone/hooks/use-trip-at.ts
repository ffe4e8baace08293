import { isMoment } from '@/components/form/moment'
import { useTripLimits } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import type { Call } from '../model/call'
import { datesOf } from '../model/series'

/** Returns the trip's start (ms since the epoch); null for now, undefined if no valid time is chosen. */
export function useTripAt({ when, tripAt, series }: Call) {
  const { timeZone } = useFormat()
  const limits = useTripLimits().data
  const dates = when === 'series' && limits ? datesOf(series, timeZone, limits) : []
  const at =
    when === 'now'
      ? null
      : when === 'later'
        ? isMoment(tripAt)
          ? Date.parse(tripAt)
          : undefined
        : (dates.find(({ problem }) => problem === null)?.at ?? undefined)
  const isPast = typeof at === 'number' && limits !== undefined && at < limits.earliest
  return { dates, at: isPast ? undefined : at }
}
