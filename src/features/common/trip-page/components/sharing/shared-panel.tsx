import { useTranslation } from 'react-i18next'
import { LiveRegion } from '@/components/ui/live-region'
import { DriverCard, isOutdated, LastSeen, RouteTime, type SharedTrip } from '@/entities/booking'
import { NeededOfCar } from '@/entities/car'
import { RouteEnds } from '@/entities/place'
import { useFormat } from '@/entities/settings'
import { useNow } from '@/lib/time/use-now'
import { useAnnouncement } from '../../hooks/use-announcement'
import { isAtGoal } from '../../model/at-goal'
import { minutesLeft } from '../../model/minutes-left'
import { sharedTitle } from '../../model/shared-view'
import { StartCodeCard } from '../start-code-card'

/** A shared trip in words: its status, the driver, and the expected times. */
export function SharedPanel({ trip: received }: { trip: SharedTrip }) {
  const trip = withoutOldPromises(received, useNow(PROMISE_MS))
  const { t } = useTranslation('ride')
  const { title, subtitle } = useWords(trip)
  const said = useAnnouncement(trip.status, title)
  return (
    <>
      <div className="space-y-4">
        <header className="space-y-1">
          <h1 className="text-xl font-semibold text-pretty">{title}</h1>
          <p className="text-sm text-pretty text-muted empty:hidden">
            {subtitle}
            <LastSeen car={trip.position} />
          </p>
        </header>
        {trip.driver && <DriverCard driver={trip.driver} label={t('shared.driver')} />}
        {trip.startCode && <StartCodeCard code={trip.startCode} />}
        <NeededOfCar requirements={trip.requirements} />
        <section className="rounded-card border border-line p-4">
          <RouteEnds
            pickup={{
              label: t('route.pickup'),
              address: trip.pickup.add,
              aside: <RouteTime at={trip.startedAt} expected={trip.expected.pickup} />
            }}
            drop={{
              label: t('route.drop'),
              address: trip.drop.add,
              aside: <RouteTime at={trip.reachedAt} expected={trip.expected.drop} />
            }}
          />
        </section>
        <p className="text-sm text-pretty text-muted">{t('shared.hint')}</p>
      </div>
      <LiveRegion>{said}</LiveRegion>
    </>
  )
}

/** How often the age of the car's position is checked (ms). */
const PROMISE_MS = 5000

/** Removes the times of arrival while the car's position is outdated, as when the page no longer reaches the server. */
const withoutOldPromises = (trip: SharedTrip, now: number): SharedTrip =>
  isOutdated(trip.position, now) ? { ...trip, left: null, expected: { pickup: null, drop: null } } : trip

function useWords(trip: SharedTrip) {
  const { t, i18n } = useTranslation('ride')
  const { distance, duration, dateTime, time } = useFormat()
  const { left, expected } = trip
  const key = sharedTitle(trip)
  const words = {
    name: trip.driver?.driver_name ?? '',
    // The browser's first formatter of dates takes longer than the page, so it waits until a text needs it.
    when: key === 'scheduled' ? dateTime(trip.tripAt) : '',
    arrival: expected.drop === null ? '' : time(expected.drop),
    reached: trip.reachedAt ? time(trip.reachedAt) : '',
    duration: left ? duration(minutesLeft(left.secs) * 60) : '',
    distance: left ? distance(left.km) : ''
  }
  const subtitle = `shared.subtitle.${key}${left && isAtGoal(left.km) ? '_here' : ''}`
  return {
    title: t(`shared.title.${key}`, words),
    subtitle: i18n.exists(`ride:${subtitle}`) ? t(subtitle, words) : ''
  }
}
