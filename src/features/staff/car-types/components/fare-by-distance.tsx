import { useTranslation } from 'react-i18next'
import { LineChart } from '@/components/chart'
import { useFormat, useSettings } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'

const DISTANCES = Array.from({ length: 16 }, (_, distance) => distance)
/** Minutes for one kilometre or mile at city speed: 25 km (or miles) per hour. */
const MINUTES_PER_UNIT = 60 / 25

/** The rides whose fares the chart shows: 0 to 15 kilometres (or miles, if the operator uses them) at city speed. */
export const chartRides = DISTANCES.map((distance) => ({ distance, minutes: distance * MINUTES_PER_UNIT }))

interface FareByDistanceProps {
  now: readonly { trip_cost: number }[]
  saved: readonly { trip_cost: number }[] | undefined
  mark: number
}

/**
 * A chart of the fare by distance, by the typed tariff. If the saved tariff differs, the chart shows it as a second line.
 *
 * @param mark the distance of the example ride
 */
export function FareByDistance({ now, saved, mark }: FareByDistanceProps) {
  const { t } = useTranslation('cartypes')
  const { money, locale } = useFormat()
  const { settings } = useSettings()
  const unit = t(settings?.convert_to_mile ? 'trips:unit.mi' : 'trips:unit.km')
  const points = DISTANCES.map((x, index) => ({
    x,
    values: [now[index]?.trip_cost ?? null, ...(saved ? [saved[index]?.trip_cost ?? null] : [])]
  }))
  return (
    <LineChart
      title={t('by_distance')}
      axis={t('distance')}
      series={[
        { id: 'new', label: t('new_fare') },
        ...(saved ? [{ id: 'saved', label: t('saved_fare'), tone: 'muted' as const, isDashed: true }] : [])
      ]}
      points={points}
      mark={mark}
      format={money}
      formatTick={(value) => formatNumber(value, locale)}
      formatX={(x) => `${formatNumber(x, locale)}\u00a0${unit}`}
      note={t('chart_note', { unit })}
    />
  )
}
