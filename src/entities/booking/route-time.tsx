import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'

/** When the car is expected at pickup and drop-off (ms); null if unknown. */
export interface ExpectedTimes {
  pickup: number | null
  drop: number | null
}

/** Shows when the car was at a place of the route or, before that, when it is expected there. */
export function RouteTime({ at, expected = null }: { at: string | null; expected?: number | null | undefined }) {
  const { t } = useTranslation('ride')
  const { time } = useFormat()
  const moment = at ?? (expected === null ? null : new Date(expected).toISOString())
  if (!moment) return null
  return (
    <time className="shrink-0 text-muted tabular" dateTime={moment}>
      {at ? time(at) : t('route.about', { time: time(moment) })}
    </time>
  )
}
