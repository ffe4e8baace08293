import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { MapPanel } from '@/components/map/map-panel'
import { Button } from '@/components/ui/button'
import { ErrorBanner, ErrorState } from '@/components/ui/error-state'
import { LiveRegion } from '@/components/ui/live-region'
import { Loading } from '@/components/ui/loading'
import { Skeleton } from '@/components/ui/skeleton'
import { SafetyButton } from '@/entities/alarm'
import { useReader } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { DriveMap } from './components/drive-map'
import { DutyPanel } from './components/duty-panel'
import { OfferButtons } from './components/offer-buttons'
import { OfferCard, ownAmount } from './components/offer-card'
import { type ShiftCheck, useShiftCheck } from './components/shift/use-shift-check'
import { useAnswerOffer } from './hooks/use-answer-offer'
import { type Duty, useDuty } from './hooks/use-duty'
import { useNextOffer } from './hooks/use-next-offer'
import { usePump } from './hooks/use-position-pump'
import { useReload } from './hooks/use-reload'
import type { PumpState } from './model/pump'
import type { LocationProblem } from './model/state'
import { engagedTrip, useCurrentTrips, useServed } from './queries'

const ShiftDialog = lazy(() => import('./components/shift').then((part) => ({ default: part.ShiftDialog })))

interface DrivePageProps {
  /** The navigation to the driver's other pages. */
  nav?: ReactNode
  /** Renders the note about a break that the driver must take. */
  rest?: (driverId: string) => ReactNode
  /** Renders help for a driver whose real position cannot be used, such as one who tries the demo from elsewhere. */
  elsewhere?: (help: { isNeeded: boolean; onMoved: () => void }) => ReactNode
}

/** Height of the sheet at its lowest position (px). The driver's state and the footer stay visible. */
const PEEK = 236

/** The driver's main page: the switch between on and off duty, incoming offers, and a link to the current trip. */
export function DrivePage(props: DrivePageProps) {
  // Also without a network, where the session cannot be confirmed: the phone stores the driver's last known shift.
  const reader = useReader()
  return reader?.role === 'driver' ? <Drive driverId={reader.id} {...props} /> : null
}

function Drive({ driverId, elsewhere, rest, nav }: DrivePageProps & { driverId: string }) {
  const { t } = useTranslation('driver')
  const { money } = useFormat()
  const duty = useDuty(driverId)
  const check = useShiftCheck(driverId, duty)
  const trips = useCurrentTrips(driverId)
  const { offer, count, error: offersError } = useNextOffer(driverId, duty.isOnline)
  const pump = usePump()
  const isServed = useServed(pump.fix)
  const problem = problemOf(duty, pump, isServed)
  // Outside the service area the map would be blank, so the position is not shown.
  const fix = isServed ? pump.fix : null
  const reload = useReload(driverId)
  const answer = useAnswerOffer(reload)
  const isWaiting = duty.isOnline && !offer && trips.data?.length === 0
  const isEngaged = engagedTrip(trips.data ?? []) !== null
  const error = duty.error ?? offersError ?? trips.error

  return (
    <>
      <MapPanel
        label={t('panel')}
        map={(padding, controls) => (
          <DriveMap fix={fix} offer={offer} isWaiting={isWaiting} padding={padding} controls={controls} />
        )}
        peek={PEEK}
        raised={offer !== null}
        {...(offer
          ? { footer: <OfferButtons key={offer.id} offer={offer} answer={answer} /> }
          : duty.driver && {
              footer: (
                <>
                  <DutyButton duty={duty} check={check} isEngaged={isEngaged} />
                  {nav}
                </>
              )
            })}
      >
        {error && duty.driver ? <ErrorBanner error={error} onRetry={reload} className="mb-4" /> : null}
        {error && !duty.driver ? <ErrorState heading="h1" error={error} onRetry={reload} /> : null}
        {!error && !duty.driver && <DriveSkeleton />}
        {duty.driver && !offer && (
          <DutyPanel
            duty={duty}
            hasShift={check.hasShift}
            trips={trips.data ?? []}
            problem={problem}
            fix={fix}
            safety={<SafetyButton personId={driverId} bookingId={null} className="w-full" />}
            rest={rest?.(driverId)}
            elsewhere={elsewhere?.({ isNeeded: problem !== null, onMoved: duty.goOnlineElsewhere })}
          />
        )}
        {offer && <OfferCard key={offer.id} offer={offer} count={count} />}
      </MapPanel>
      {check.isAsked && duty.driver && (
        <Suspense>
          <ShiftDialog driver={duty.driver} onClose={check.close} onBegun={check.onBegun} />
        </Suspense>
      )}
      <LiveRegion>
        {offer && count > 1 && `${t('offer.count', { count })}. `}
        {offer &&
          t(offer.driver_share > 0 ? 'offer.announce' : 'offer.announce_fare', { amount: money(ownAmount(offer)) })}
      </LiveRegion>
    </>
  )
}

/**
 * Returns why the driver gets no offers: going online was refused, or something is wrong while online. Null if nothing is
 * wrong.
 */
function problemOf(
  duty: Duty,
  { location, isHeard }: PumpState,
  isServed: boolean | undefined
): LocationProblem | null {
  if (!duty.isOnline) return duty.problem
  if (location !== 'on' && location !== 'asking') return location
  if (!isHeard) return 'unheard'
  return isServed === false ? 'outside' : null
}

function DutyButton({ duty, check, isEngaged }: { duty: Duty; check: ShiftCheck; isEngaged: boolean }) {
  const { t } = useTranslation('driver')
  return (
    <Button
      size="lg"
      variant={duty.isOnline ? 'soft' : 'accent'}
      className="h-14 w-full"
      busy={duty.isBusy}
      disabled={duty.isOnline && isEngaged}
      onClick={duty.isOnline ? duty.goOffline : check.goOnline}
    >
      {t(duty.isOnline ? 'duty.go_offline' : 'duty.go_online')}
    </Button>
  )
}

function DriveSkeleton() {
  const { t } = useTranslation('driver')
  return (
    <Loading label={t('loading')} className="space-y-3">
      <Skeleton className="h-7 w-1/2" />
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-20 rounded-card" />
    </Loading>
  )
}
