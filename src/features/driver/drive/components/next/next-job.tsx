import { ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { paths } from '@/config/paths'
import { travellerOf } from '@/entities/booking'
import { useFormat, useSettings } from '@/entities/settings'
import { distanceKm } from '@/lib/geo/geo'
import { useNow } from '@/lib/time/use-now'
import { nextJob, useCurrentTrips } from '../../queries'
import { LastRide } from './last-ride'

interface NextJobProps {
  driverId: string
  bookingId: string
  /** Where the current trip ends; null if that is not known. */
  drop: { lat: number; lng: number } | null
  /** Whether the driver has the fare of the current trip. */
  isPaid: boolean
  /** Whether the current trip is under way. */
  isUnderWay: boolean
}

const MINUTE_MS = 60_000

/**
 * What follows the trip on this page: the next job, which opens once this trip is paid, or the switch for the last ride. The driver
 * stays with the passenger aboard until then.
 */
export function NextJob({ driverId, bookingId, drop, isPaid, isUnderWay }: NextJobProps) {
  const { t } = useTranslation('drive')
  const { distance } = useFormat()
  const { settings } = useSettings()
  const { data: trips = [] } = useCurrentTrips(driverId)
  const navigate = useNavigate()
  const next = nextJob(trips, bookingId, useNow(MINUTE_MS), (settings?.lead_minutes ?? 0) * MINUTE_MS)
  const path = next && paths.booking(next.id)
  // Only the payment of the trip that the driver has seen unpaid leads on, not a look at an earlier one.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (!isPaid) wasOpen.current = true
    else if (wasOpen.current && path) void navigate(path, { replace: true })
  }, [isPaid, path, navigate])

  if (!next || !path) return <LastRide driverId={driverId} isOnTrip={isUnderWay} />
  const name = travellerOf(next)?.split(' ')[0] ?? ''
  const away = drop && distance(distanceKm(drop, { lat: next.pickup_lat, lng: next.pickup_lng }))
  return (
    <Link
      to={path}
      className="flex items-center gap-3 rounded-card border border-line p-4 transition-colors hover:bg-soft"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold text-pretty">
          {away ? t('next.title', { name, distance: away }) : t('next.alone', { name })}
        </span>
        <bdi className="block truncate text-sm text-muted">{next.pickup_address}</bdi>
        {!isPaid && <span className="block text-sm text-muted">{t('next.text')}</span>}
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted rtl:-scale-x-100" />
    </Link>
  )
}
