import { lazy, Suspense, useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { drivePaths } from '@/config/drive-paths'
import { paths } from '@/config/paths'
import { useSettings } from '@/entities/settings'
import { useShift } from '@/entities/shift'
import { usePanelPlace } from '@/lib/page/use-media'
import { pollInterval } from '@/lib/server/live'
import { useBroadcast } from '@/lib/server/use-broadcast'
import { useKeepTrips } from '../hooks/use-keep-trips'
import { readStoredShift, useKeepShift } from '../hooks/use-kept-shift'
import { useNextOffer } from '../hooks/use-next-offer'
import { useHorn } from '../hooks/use-offer-alert'
import { usePositionPump, usePumpAlong } from '../hooks/use-position-pump'
import { useReload } from '../hooks/use-reload'
import { useShownOffers } from '../hooks/use-shown-offers'
import { useWakeLock } from '../hooks/use-wake-lock'
import type { CurrentTrip } from '../model/rows'
import { engagedTrip, tripsAlong, useCurrentTrips, useDriver } from '../queries'
import { DeskMessage } from './desk-message'
import { OfferDialog } from './offer-dialog'

const ConflictDialog = lazy(() => import('./conflict-dialog').then((part) => ({ default: part.ConflictDialog })))

const RefusalNotice = lazy(() => import('./refusal-notice').then((part) => ({ default: part.RefusalNotice })))

/**
 * Interval between requests for offers while the realtime channel is disconnected (ms). It is short because an offer lasts only
 * about 20 s.
 */
const OFFER_POLL_MS = 5000

function TripAlong({ trip }: { trip: CurrentTrip }) {
  usePumpAlong(trip)
  return null
}

/**
 * Runs in the background of every driver page; mounted once. It sends positions while the driver is online or on a trip. It
 * reads the shift's data again after each message on the driver's realtime topic. For an offer it plays the sound and opens a
 * dialog. The main page and, except in a low window, the list of trips need no dialog, because they show offers themselves.
 */
export function OnShift({ driverId }: { driverId: string }) {
  const reload = useReload(driverId)
  const channel = useBroadcast(`driver:${driverId}`, reload, { events: ['offer', 'booking'] })
  const refreshInterval = pollInterval(channel)
  const kept = useMemo(readStoredShift, [])
  const { data: driver } = useDriver(driverId, { refreshInterval, ...(kept && { fallbackData: kept.driver }) })
  const { data: trips } = useCurrentTrips(driverId, {
    refreshInterval,
    ...(kept && { fallbackData: kept.trips })
  })
  useKeepShift(driverId, driver, trips)
  useKeepTrips(driverId, trips)
  const isOnline = driver?.driver_active_status ?? false
  const engaged = engagedTrip(trips ?? [])
  const isWorking = isOnline || engaged !== null
  usePositionPump(isWorking, engaged)
  useWakeLock(isWorking)
  useShownOffers()

  const { offer, count } = useNextOffer(driverId, isOnline, {
    refreshInterval: pollInterval(channel, isOnline, OFFER_POLL_MS)
  })
  const { settings } = useSettings()
  useHorn(offer?.id ?? null, settings?.car_horn_repeat ?? false)
  const { conflicts, refused } = useShift()
  const conflict = conflicts.find(({ isSeen }) => !isSeen)
  const { pathname } = useLocation()
  // In a low window, the list of trips has no space for an offer with its buttons.
  const isLow = usePanelPlace() === 'beside'
  const isAtWork = pathname === paths.drive || (pathname === drivePaths.trips && !isLow)
  return (
    <>
      {tripsAlong(trips ?? []).map((trip) => (
        <TripAlong key={trip.id} trip={trip} />
      ))}
      <OfferDialog offer={isAtWork ? null : offer} count={count} onAnswered={reload} />
      {/* While an offer is shown, messages wait, because the offer expires. */}
      {(isAtWork || !offer) && <DeskMessage driverId={driverId} hasQuestions={pathname === paths.drive} />}
      {/* The page of the trip itself shows the refusal in its place. */}
      {refused && !pathname.includes(refused.queued.bookingId) && (
        <Suspense>
          <RefusalNotice refused={refused} />
        </Suspense>
      )}
      {conflict && !offer && (
        <Suspense>
          <ConflictDialog key={conflict.id} conflict={conflict} />
        </Suspense>
      )}
    </>
  )
}
