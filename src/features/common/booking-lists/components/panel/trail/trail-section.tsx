import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MapView } from '@/components/map'
import { Facts } from '@/components/ui/facts'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { type Booking, knownDrop, useTrail } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'
import type { SectionProps } from '../sections/section-props'
import { PlayerControls } from './player-controls'
import { gapsOf, momentAt, type Replay, type TrailPoint } from './replay'
import { ReplayLayer } from './replay-layer'
import { usePlayer } from './use-player'
import { useTrailPoints } from './use-trail-points'

/** The section that replays the recorded route of the trip. */
export function TrailSection({ booking, onReplay }: SectionProps) {
  const { t } = useTranslation('panel')
  const { data: points, error, mutate } = useTrailPoints(booking)
  if (!booking.started_at) return <p className="text-muted">{t('trail.not_yet')}</p>
  if (!points) {
    return (
      <Pending error={error} onRetry={() => void mutate()}>
        <Skeleton className="h-56" />
      </Pending>
    )
  }
  if (points.length < 2) return <p className="text-muted">{t('trail.none')}</p>
  return <TrailReplay booking={booking} points={points} {...(onReplay ? { onReplay } : {})} />
}

interface TrailReplayProps {
  booking: Booking
  points: readonly TrailPoint[]
  onReplay?: (replay: Replay | null) => void
}

function TrailReplay({ booking, points, onReplay }: TrailReplayProps) {
  const { t } = useTranslation('panel')
  const start = points[0]?.at ?? 0
  const player = usePlayer((points.at(-1)?.at ?? start) - start)
  const { data: trail } = useTrail(booking.id)
  const moment = useMemo(() => momentAt(points, start + player.at), [points, start, player.at])
  const driven = trail?.polyline ?? ''
  const replay = useMemo<Replay>(
    () => ({ driven, quoted: booking.polyline, car: moment }),
    [driven, booking.polyline, moment]
  )
  useEffect(() => onReplay?.(replay), [onReplay, replay])
  useEffect(() => () => onReplay?.(null), [onReplay])
  const drop = knownDrop(booking)
  const ends = [{ lat: booking.pickup_lat, lng: booking.pickup_lng }, ...(drop ? [drop] : [])]
  return (
    <div className="space-y-4">
      {!onReplay && (
        <MapView label={t('trail.map')} className="h-60 rounded-control" fit={ends} fitKey={booking.id}>
          <ReplayLayer replay={replay} />
        </MapView>
      )}
      <PlayerControls player={player} start={start} moment={moment} gaps={gapsOf(points)} points={points} />
      <Figures booking={booking} points={points.length} />
    </div>
  )
}

function Figures({ booking, points }: { booking: Booking; points: number }) {
  const { t } = useTranslation('panel')
  const { distance, duration, locale } = useFormat()
  const { data: trail } = useTrail(booking.id)
  const silence = trail?.gaps.reduce((sum, { secs }) => sum + secs, 0) ?? 0
  return (
    <Facts
      className="border-t border-line pt-4"
      facts={[
        [t('trail.quoted'), distance(booking.estimate_distance)],
        [t('trail.charged'), booking.distance === null ? null : distance(booking.distance)],
        [t('trail.silence'), silence > 0 ? duration(silence) : null],
        [t('trail.points'), formatNumber(points, locale)]
      ]}
    />
  )
}
