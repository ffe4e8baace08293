import { Check } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CarMarker, DropMarker, MapView, PickupMarker, RouteLine } from '@/components/map'
import { useFormat } from '@/entities/settings'
import { pointsOfPolyline } from '@/lib/geo/geo'
import { cn } from '@/lib/utils'
import type { Rehearsed } from '../commands'
import { momentOf, rideSteps } from '../model/rehearsal'

/** How long the replay of a ride takes. */
const REPLAY_MS = 12_000
const STEP_MS = 400

/** Plays a rehearsed ride: the car on the map, its steps, and at the end the bill. */
export function RideReplay({ polyline, ride }: { polyline: string; ride: Rehearsed }) {
  const { t } = useTranslation('setup')
  const { distance, money, moment } = useFormat()
  const points = useMemo(() => pointsOfPolyline(polyline), [polyline])
  const { step, driven } = momentOf(useReplay())
  const at = points[Math.round(driven * (points.length - 1))]
  const [pickup, drop] = [points[0], points.at(-1)]
  const isOver = step === rideSteps.length - 1
  const timeOf = (status: string) => ride.steps.find((one) => one.status === status)?.at
  return (
    <>
      <div className="h-64 overflow-hidden rounded-card border border-line">
        <MapView
          className="h-full"
          label={t('first_ride.map')}
          list={[{ text: t('first_ride.way') }]}
          fit={points}
          fitKey={polyline}
          pageScrolls
        >
          <RouteLine polyline={polyline} at={at} />
          {pickup && <PickupMarker {...pickup} label={t('first_ride.from')} />}
          {drop && <DropMarker {...drop} label={t('first_ride.to')} />}
          {at && <CarMarker {...at} heading={null} label={t('first_ride.car')} />}
        </MapView>
      </div>
      <ol className="space-y-1 text-sm" aria-label={t('first_ride.steps')}>
        {rideSteps.map((status, nr) => (
          <li key={status} className={cn('flex items-center gap-3', nr > step && 'text-muted')}>
            <span
              className={cn(
                'grid size-5 shrink-0 place-items-center rounded-full border',
                nr <= step ? 'border-ok bg-ok text-paper' : 'border-line'
              )}
            >
              {nr <= step && <Check aria-label={t('done')} className="size-3" />}
            </span>
            <span className="flex-1">{t(`first_ride.step.${status}`, { count: ride.asked, car: ride.car_type })}</span>
            {nr <= step && <span className="text-muted tabular">{timeOf(status) && moment(timeOf(status) ?? '')}</span>}
          </li>
        ))}
      </ol>
      {isOver && (
        <dl className="divide-y divide-line rounded-card border border-line bg-card text-sm">
          {[
            [t('first_ride.measured'), distance(ride.distance_km)],
            [t('first_ride.payable'), money(ride.payable)],
            // The ride of an employee is the firm's alone.
            ...(ride.driver_share > 0 ? [[t('first_ride.driver'), money(ride.driver_share)]] : []),
            [t(ride.driver_share > 0 ? 'first_ride.share' : 'first_ride.revenue'), money(ride.convenience_fees)],
            [t('first_ride.receipt'), ride.receipt ?? '–']
          ].map(([name, value]) => (
            <div key={name} className="flex justify-between gap-4 px-4 py-2.5">
              <dt>{name}</dt>
              <dd className="tabular">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p role="status" className="text-sm text-pretty text-muted">
        {isOver && t('first_ride.gone', { count: ride.entries })}
      </p>
    </>
  )
}

/** Returns the share of the replay that has passed, 0 to 1; with reduced motion it is over at once. */
function useReplay(): number {
  const [share, setShare] = useState(() => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : 0))
  useEffect(() => {
    if (share >= 1) return
    const timer = setTimeout(() => setShare(Math.min(1, share + STEP_MS / REPLAY_MS)), STEP_MS)
    return () => clearTimeout(timer)
  }, [share])
  return share
}
