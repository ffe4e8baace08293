import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { usePlaceName } from '@/entities/place'
import { useFormat } from '@/entities/settings'
import { distanceKm, type LatLng } from '@/lib/geo/geo'
import { DEMAND_HOURS, type Demand, showDemand, useDemand, useDemandShown } from './use-demand'

/** Number of places in the list. */
const MOST = 3

/**
 * The switch that shows a waiting driver where rides were booked, on the map and as a list, which also serves drivers who do not
 * see the map.
 */
export function DemandBlock({ at }: { at: LatLng | null }) {
  const { t } = useTranslation('demand')
  const { duration } = useFormat()
  const id = useId()
  const isShown = useDemandShown()
  return (
    <section aria-label={t('title')} className="space-y-3 rounded-card border border-line p-4">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <div className="min-w-0">
          <h2 id={id} className="font-semibold">
            {t('title')}
          </h2>
          <p id={`${id}-note`} className="text-sm text-pretty text-muted">
            {t('text', { duration: duration(DEMAND_HOURS * 3600) })}
          </p>
        </div>
        {/* A button, because a switch of the usual size is too low for a finger in a car. */}
        <Button
          role="switch"
          aria-checked={isShown}
          aria-labelledby={id}
          aria-describedby={`${id}-note`}
          variant={isShown ? 'ink' : 'outline'}
          className="min-h-11 min-w-16"
          onClick={() => showDemand(!isShown)}
        >
          {t(isShown ? 'on' : 'off')}
        </Button>
      </div>
      {isShown && at && <Busiest at={at} />}
    </section>
  )
}

function Busiest({ at }: { at: LatLng }) {
  const { t } = useTranslation('demand')
  const demand = useDemand(at)
  if (!demand) return null
  if (demand.length === 0) return <p className="text-sm text-muted">{t('none')}</p>
  return (
    <ul className="divide-y divide-line text-sm">
      {demand.slice(0, MOST).map((cell) => (
        <Row key={`${cell.lat} ${cell.lng}`} cell={cell} at={at} />
      ))}
    </ul>
  )
}

function Row({ cell, at }: { cell: Demand; at: LatLng }) {
  const { t } = useTranslation('demand')
  const { distance } = useFormat()
  const name = usePlaceName(cell)
  return (
    <li className="flex justify-between gap-4 py-2">
      <bdi className="min-w-0 truncate">{name ?? ' '}</bdi>
      <span className="shrink-0 text-muted tabular">
        {t('rides', { count: cell.weight })} · {distance(distanceKm(at, cell))}
      </span>
    </li>
  )
}
