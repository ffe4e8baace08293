import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { MapPanel } from '@/components/map/map-panel'
import { Alert } from '@/components/ui/alert'
import { ErrorBanner } from '@/components/ui/error-state'
import { LiveRegion } from '@/components/ui/live-region'
import { SafetyButton } from '@/entities/alarm'
import {
  asOthersSee,
  type Booking,
  type BookingStatus,
  isOnTheRoad,
  isOver,
  isPaid,
  isUpcoming,
  knownDrop,
  type Party
} from '@/entities/booking'
import { useSession } from '@/entities/person'
import { usePanelPlace } from '@/lib/page/use-media'
import { useOnline } from '@/lib/page/use-online'
import { isPaused } from '@/lib/session/session-pause'
import { useAnnouncement } from '../hooks/use-announcement'
import { useCode } from '../hooks/use-code'
import { useDoor } from '../hooks/use-door'
import { useKeepTrip } from '../hooks/use-keep-trip'
import { useOfficeNumber } from '../hooks/use-office-number'
import { useProjected } from '../hooks/use-queue'
import { useStreetGoal } from '../hooks/use-street-goal'
import { useTalk } from '../hooks/use-talk'
import { useTrip } from '../hooks/use-trip'
import { needsRider } from '../model/hold-state'
import { isDoneHere, useKeepDrive } from '../model/kept-drive'
import type { TripSlots } from '../model/slots'
import type { TripView } from '../model/trip-view'
import { BackLink } from './back-link'
import { DoorBlock, HeldUp, LostPosition, SuspendedNote } from './load-drive'
import { DueNotePart, HoldPart, Paying, usePaying } from './pay/paying'
import { useReleaseNote } from './search-block'
import { isSafetyNear, TripTools } from './sharing/trip-tools'
import { Sunlight } from './sunlight'
import { driverRow, TalkRow } from './talk-row'
import { TripActions } from './trip-actions'
import { TripBlocks } from './trip-blocks'
import { TripFooter } from './trip-footer'
import { TripHeading, useHeading } from './trip-heading'
import { TripMap } from './trip-map'

const RiderWait = lazy(() => import('./rider-wait').then((part) => ({ default: part.RiderWait })))

const CasesBlock = lazy(() => import('./after/cases-block').then((part) => ({ default: part.CasesBlock })))

const hasEnded = ({ reached_at, cancelled_at }: Booking) => (reached_at ?? cancelled_at) !== null

const ParcelPhotos = lazy(() => import('./after/parcel-photos').then((part) => ({ default: part.ParcelPhotos })))
const GuideBar = lazy(() => import('./guide').then((part) => ({ default: part.GuideBar })))
const CalendarButton = lazy(() => import('./after/calendar-button').then((part) => ({ default: part.CalendarButton })))

const RouteNews = lazy(() => import('./way/route-news').then((part) => ({ default: part.RouteNews })))

const ProblemBlock = lazy(() => import('./after/problem-block').then((part) => ({ default: part.ProblemBlock })))

const StreetBlock = lazy(() => import('./street/street-block').then((part) => ({ default: part.StreetBlock })))
const StreetCard = lazy(() => import('./street/street-card').then((part) => ({ default: part.StreetCard })))

/** Delay after which the question about push notifications appears (ms), so that the page has settled. */
const SETTLED_MS = 3000
const PushAsk = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
  return { default: (await import('@/entities/push')).PushAsk }
})

/** Height of the bar with the next turn at the top of a phone (px). */
const GUIDE_HEIGHT = 92

/** The status for the badge: a driver who has ended the trip without a signal sees no "Started". */
const shownStatus = (status: BookingStatus, unconfirmed: string | null, { primary }: TripView): BookingStatus =>
  unconfirmed === null
    ? status
    : primary === 'confirm_cash'
      ? 'PENDING'
      : unconfirmed === 'confirm_cash'
        ? 'PAID'
        : 'REACHED'

const isAheadOfTime = ({ status, book_later }: Booking) => book_later && isUpcoming(status)

interface TripPanelProps extends TripSlots {
  booking: Booking
  party: Party
  me: string
  /** The error of the last request, if it failed; the panel then shows older data. */
  error: unknown
  onReload: () => void
  onAnswer: (booking: Booking) => void
}

/** One trip over its map. The view of the trip decides which heading, blocks and actions the panel shows. */
export function TripPanel({
  booking: known,
  party,
  me,
  chat,
  unread,
  ownPosition = null,
  lostPosition = null,
  chime,
  rest,
  signIn,
  next,
  error,
  onReload,
  onAnswer
}: TripPanelProps) {
  const { t } = useTranslation('trips')
  const { status: access, profile } = useSession()
  // The session was ended elsewhere: the page asks for a code instead of reporting each request.
  const isEnded = access === 'loading' && isPaused()
  const wasBooked = (useLocation().state as { booked?: boolean } | null)?.booked === true
  const projected = useProjected(known)
  const street = useStreetGoal(projected, me)
  const booking = useMemo(
    () => (party === 'driver' ? street.shown : asOthersSee(projected)),
    [party, street.shown, projected]
  )
  const trip = useTrip(booking, party, ownPosition)
  const { view, status, queue } = trip
  useKeepTrip(booking, me, trip)
  useKeepDrive(known, me, trip.stops, isDoneHere(known, queue))
  const words = useHeading(booking, party, trip)
  const gaveBack = useReleaseNote(booking)
  // The title's key is part of it: after a ride it changes with the way in which the ride gets paid.
  const said = useAnnouncement(
    `${status} ${view.title}`,
    [gaveBack, `${words.title}. ${words.subtitle}`].filter(Boolean).join(' ')
  )
  const talk = useTalk(booking, { party, view, me }, { chat, unread })
  // A rider reaches the driver from the driver's card.
  const isInCard = party === 'rider' && view.blocks.includes('person') && booking.driver_id !== null
  const number = useOfficeNumber(me)
  const isOnline = useOnline()
  const isCutOff = party === 'driver' && trip.isLive && (!isOnline || queue.isOffline || Boolean(error))
  const office = isCutOff && talk.phone === null ? number : null
  const door = useDoor(booking, party, status)
  const code = useCode(booking, party, trip, door)
  const paying = usePaying(booking, party)
  const hold = trip.hold.state
  const hasFooter = (view.primary !== null && view.primary !== 'rate') || (hold !== null && needsRider(hold))
  const footer = (
    <TripFooter
      booking={booking}
      trip={trip}
      door={door}
      isBlocked={code.isMissing}
      onStep={code.press}
      onPay={paying.open}
      onAnswer={onAnswer}
    />
  )
  const isFloating = usePanelPlace() === 'floating'
  const [isRouteAsked, setRouteAsked] = useState(false)
  const news = party === 'driver' && trip.isLive && (
    <Suspense>
      <RouteNews booking={booking} chime={chime} onAsked={setRouteAsked} />
    </Suspense>
  )
  const safety = party === 'driver' && isSafetyNear(trip) && (
    <SafetyButton personId={me} bookingId={booking.id} className="h-12 text-base [&_svg]:size-5" />
  )
  const guide = party === 'driver' && trip.leg?.steps && trip.progress && (
    <Suspense>
      <GuideBar leg={trip.leg} progress={trip.progress} speed={ownPosition?.speed ?? null} />
    </Suspense>
  )
  return (
    <Sunlight isOn={party === 'driver'}>
      <MapPanel
        label={t('ride:panel')}
        keptAs={party === 'driver' ? 'trip' : undefined}
        raised={code.isMissing || isRouteAsked}
        topHeight={guide && !isFloating ? GUIDE_HEIGHT : 0}
        top={
          <div className="w-full space-y-2">
            <div className="pointer-events-none flex items-center justify-between gap-2 *:pointer-events-auto">
              <BackLink className="h-11 rounded-full border border-line bg-card ps-2.5 pe-3.5" />
              <TripTools booking={booking} me={me} trip={trip} />
            </div>
            {!isFloating && guide}
            {!isFloating && news}
          </div>
        }
        map={(padding, controls) => <TripMap booking={booking} trip={trip} padding={padding} controls={controls} />}
        {...(hasFooter ? { footer } : {})}
      >
        <div className="space-y-4">
          <div className="-mt-2 hidden min-h-10 items-center justify-between gap-2 wide:flex">
            <BackLink className="min-h-6 text-muted hover:text-ink" />
            <TripTools booking={booking} me={me} trip={trip} />
          </div>
          {isFloating && guide}
          {isFloating && news}
          {wasBooked && status === 'NEW' && party === 'rider' && !booking.dispatch_note && (
            <Alert tone="ok">{t('booking_success', { reference: booking.reference })}</Alert>
          )}
          <div className="empty:hidden">{signIn}</div>
          {party === 'driver' && profile?.suspended_at && (
            <Suspense>
              <SuspendedNote reason={profile.suspended_reason ?? null} />
            </Suspense>
          )}
          {error && !isEnded && !queue.isWaiting ? <ErrorBanner error={error} onRetry={onReload} /> : null}
          {/* What a driver needs while driving: the sheet can shrink to this and the slide button, leaving the rest to the
              map. */}
          <div {...(party === 'driver' ? { 'data-peek': '' } : {})}>
            <div className={party === 'driver' ? 'pe-10 low:pe-0 wide:pe-0' : ''}>
              <TripHeading
                booking={booking}
                status={shownStatus(status, trip.unconfirmed, view)}
                {...words}
                isScheduled={trip.isScheduled}
                position={trip.position}
                isLost={trip.isLost}
              />
            </div>
            {party === 'driver' && trip.isLive && rest && <div className="mt-2 empty:hidden">{rest(me)}</div>}
          </div>
          {hold && <HoldPart state={hold} />}
          {party === 'rider' && status === 'ARRIVED' && trip.options?.leaveAt && (
            <Suspense>
              <RiderWait booking={booking} options={trip.options} leaveAt={trip.options.leaveAt} />
            </Suspense>
          )}
          {trip.due.kind === 'charging' && <DueNotePart booking={booking} due={trip.due} />}
          {booking.source === 'street' && party === 'driver' && (
            <Suspense>
              <StreetBlock booking={booking} trip={trip} goal={street.goal} onGoal={street.set} onReload={onReload} />
            </Suspense>
          )}
          {booking.source !== 'street' && trip.options?.actions.includes('show_pay_code') && (
            <Suspense>
              <StreetCard bookingId={booking.id} isCard={booking.payment_mode === 'card'} onAsked={onReload} />
            </Suspense>
          )}
          {queue.isWaiting && !isEnded && <Alert tone="warn">{t('waiting')}</Alert>}
          {lostPosition && party === 'driver' && trip.isLive && (
            <Suspense>
              <LostPosition reason={lostPosition} />
            </Suspense>
          )}
          {queue.isHeldUp && (
            <Suspense>
              <HeldUp />
            </Suspense>
          )}
          {code.refusal && !code.isRefused && <Alert tone="bad">{code.refusal}</Alert>}
          {door.others.length > 0 && (
            <Suspense>
              <DoorBlock door={door} />
            </Suspense>
          )}
          <TripBlocks
            booking={booking}
            party={party}
            trip={trip}
            code={code.value}
            codeError={code.isRefused ? code.refusal : null}
            onCode={code.set}
            onCash={() => code.press('confirm_cash')}
            onAnswer={onAnswer}
            driverTalk={{ beside: talk.unread, row: driverRow(talk) }}
          />
          {booking.category === 'delivery' && (
            <Suspense>
              <ParcelPhotos booking={booking} status={status} party={party} others={door.included} />
            </Suspense>
          )}
          <TalkRow
            chat={isInCard ? null : talk.chat}
            phone={isInCard ? null : talk.phone}
            office={office}
            panic={trip.panic}
            safety={safety}
          />
          {party === 'driver' &&
            next?.({
              driverId: me,
              bookingId: booking.id,
              drop: knownDrop(booking),
              isPaid: isPaid(status) || isDoneHere(known, queue),
              isUnderWay: isOnTheRoad(status) && booking.engaged_at !== null
            })}
          {party === 'driver' && (
            <Suspense>
              <ProblemBlock booking={booking} />
            </Suspense>
          )}
          {me === booking.customer_id && hasEnded(booking) && (
            <Suspense>
              <CasesBlock booking={booking} />
            </Suspense>
          )}
          {me === booking.customer_id && isAheadOfTime(booking) && (
            <Suspense>
              <CalendarButton booking={booking} />
            </Suspense>
          )}
          {!isOver(status) && status !== 'PAID' && (
            <TripActions
              booking={booking}
              party={party}
              me={me}
              trip={trip}
              onPay={paying.open}
              onReach={() => code.press('reach')}
              onAnswer={onAnswer}
            />
          )}
          {/* Last, because it loads late and must not move anything. */}
          {me === booking.customer_id && isUpcoming(status) && (
            <Suspense>
              <PushAsk userId={me} about="car" words={{ context: booking.category }} />
            </Suspense>
          )}
        </div>
      </MapPanel>
      <Paying booking={booking} paying={paying} hold={hold} onAnswer={onAnswer} />
      <LiveRegion>{said}</LiveRegion>
    </Sunlight>
  )
}
