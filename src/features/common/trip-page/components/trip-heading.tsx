import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Booking, LastSeen, type LivePosition, type Party, StatusBadge, travellerOf } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import type { Trip } from '../hooks/use-trip'
import { isAtGoal } from '../model/at-goal'
import { minutesLeft } from '../model/minutes-left'
import { metresToArrival } from './guide/guidance'

/** If the car is closer than this to its destination, a driver counts as arrived (km). */
const THERE_KM = 0.03

/** Returns the texts of a trip's heading and of the line below it. The line is empty if there is nothing to add. */
export function useHeading(booking: Booking, party: Party, trip: Trip) {
  const { view, progress, toPay } = trip
  const { t, i18n } = useTranslation('trips')
  const { money, distance, dateTime, duration, time } = useFormat()
  const name = (party === 'driver' ? travellerOf(booking) : booking.driver_name) ?? ''
  const firstName = name.split(' ')[0] ?? name
  const words = {
    // A parcel, and a ride without a start code, have texts of their own where those of a ride would be wrong.
    context: booking.category === 'taxi' && !booking.otp_secure ? 'uncoded' : booking.category,
    name: firstName,
    pickup: booking.pickup_address,
    drop: booking.drop_address ?? '',
    when: booking.trip_at ? dateTime(booking.trip_at) : '',
    amount: money(toPay),
    arrival: trip.expected.drop ? time(trip.expected.drop) : '',
    duration: progress ? duration(minutesLeft(progress.remainingSecs) * 60) : '',
    distance: progress ? distance(progress.remainingKm) : ''
  }
  if (booking.source === 'street' && view.title === 'driver.started') {
    return { title: t('title.driver.street'), subtitle: t('subtitle.driver.street') }
  }
  if (party === 'driver' && view.title === 'driver.started' && trip.nextStop) {
    const { position: place, address: stop } = trip.nextStop
    const left = trip.leg && progress ? metresToArrival(trip.leg, progress) : null
    const metres = left ?? trip.away
    const isFar = metres !== null && metres / 1000 >= THERE_KM
    const secs = progress && left !== null ? (progress.remainingSecs * left) / (progress.remainingKm * 1000 || 1) : null
    const way = isFar && {
      distance: distance(metres / 1000),
      ...(secs !== null && { duration: duration(minutesLeft(secs) * 60) })
    }
    return {
      title: t('title.driver.to_stop', { place }),
      subtitle: way ? t(`subtitle.driver.to_stop${secs === null ? '_far' : ''}`, { ...way, stop }) : stop
    }
  }
  // A driver who is at the door needs the address more than "1 min · 0 m".
  const isThere = party === 'driver' && progress !== null && progress.remainingKm < THERE_KM
  const isHere = party === 'rider' && progress !== null && isAtGoal(progress.remainingKm)
  const suffix = view.heading !== null && (!progress || isThere) ? '_unknown' : booking.dispatch_note ? '_note' : ''
  const here = view.heading !== null && isHere ? [`subtitle.${view.title}_here`] : []
  const subtitle = [...here, `subtitle.${view.title}${suffix}`, `subtitle.${view.title}`].find((key) =>
    i18n.exists(`trips:${key}`)
  )
  return {
    title: t([`title.${view.title}${suffix}`, `title.${view.title}`], words),
    subtitle: subtitle ? t(subtitle, words) : ''
  }
}

interface TripHeadingProps {
  booking: Booking
  status: Booking['status']
  title: string
  subtitle: string
  isScheduled: boolean
  /** The position that the heading is based on; its age is shown. */
  position: LivePosition | null
  /** True if the car's position should be known but is not. */
  isLost: boolean
}

/** Says what is happening, as a title and a smaller line. */
export function TripHeading({ booking, status, title, subtitle, isScheduled, position, isLost }: TripHeadingProps) {
  const { t } = useTranslation('trips')
  const errorText = useErrorText()
  const header = useRef<HTMLElement>(null)
  const shown = useRef(status)
  // A new status begins with its heading: a panel that the person has scrolled down would show only the end of it.
  useEffect(() => {
    if (shown.current !== status) header.current?.scrollIntoView?.({ block: 'nearest' })
    shown.current = status
  }, [status])
  return (
    <header ref={header} className="space-y-1">
      <div className="flex items-start justify-between gap-3">
        <h1 className="min-w-0 text-xl font-semibold text-pretty">{title}</h1>
        <StatusBadge status={status} isScheduled={isScheduled} className="mt-0.5" />
      </div>
      <p className="text-sm text-pretty text-muted">
        {subtitle || t('reference', { reference: booking.reference })}
        <LastSeen car={position} />
        <span role="status" className="block text-bad empty:hidden">
          {isLost && errorText('location_fetch_error')}
        </span>
      </p>
    </header>
  )
}
