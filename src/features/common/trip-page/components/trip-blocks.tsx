import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Booking, DriverCard, isOver, type Party, RiderCard, useContacts } from '@/entities/booking'
import type { Trip } from '../hooks/use-trip'
import type { TripBlock } from '../model/trip-view'
import { CashBlock } from './cash-block'
import {
  ExtrasBlock,
  HandOverBlock,
  loadDrive,
  PaidByRider,
  ParcelNotes,
  PassengerTexts,
  QuotedCash,
  WaitingBlock,
  WaitsBlock
} from './load-drive'
import { OutcomeBlock } from './outcome-block'
import { ProgressBlock } from './progress-block'
import { Receipt } from './receipt'
import { RouteChange } from './route-change'
import { SearchBlock } from './search-block'
import { CodeEntry, StartCode } from './start-code'
import { RouteBlock } from './way/route-block'

const loadRating = () => import('./after/rating-block')
const RatingBlock = lazy(async () => ({ default: (await loadRating()).RatingBlock }))
const TipBlock = lazy(() => import('./after/tip-block').then((part) => ({ default: part.TipBlock })))
const PaymentRequestBlock = lazy(() =>
  import('./after/payment-request').then((part) => ({ default: part.PaymentRequestBlock }))
)
const ReturnBlock = lazy(() => import('./way/return-block').then((part) => ({ default: part.ReturnBlock })))
const RideOptions = lazy(() => import('./ride-options').then((part) => ({ default: part.RideOptions })))

const OwnParcel = lazy(() => import('./own-parcel').then((part) => ({ default: part.OwnParcel })))

const CashReportBlock = lazy(() => import('./after/cash-report').then((part) => ({ default: part.CashReportBlock })))

const Waits = ({ booking }: { booking: Booking }) => (
  <Suspense>
    <WaitsBlock booking={booking} />
  </Suspense>
)

/**
 * Returns whether an open ride has options besides its route, such as a guest. The pages of most rides thus do not load the
 * block for the options.
 */
function useHasOptions({ id, category, status, driver_id, guest_name, requirements }: Booking): boolean {
  const { data: contacts } = useContacts(id, status, driver_id)
  if (category !== 'taxi' || isOver(status)) return false
  return Boolean(guest_name || contacts?.pick_up_instructions || Object.keys(requirements ?? {}).length > 0)
}

interface TripBlocksProps {
  booking: Booking
  party: Party
  trip: Trip
  code: string
  codeError: string | null
  onCode: (code: string) => void
  /** Called when the driver has confirmed that the rider handed over the money of a ride by wallet or card. */
  onCash: () => void
  onAnswer: (booking: Booking) => void
  /** How a rider reaches the driver, in the driver's card. */
  driverTalk: { beside: ReactNode; row: ReactNode }
}

function Block({ kind, ...props }: TripBlocksProps & { kind: TripBlock }) {
  const { t } = useTranslation('ride')
  const { booking, party, trip } = props
  switch (kind) {
    case 'search':
      return <SearchBlock booking={booking} />
    case 'route_change':
      return <RouteChange booking={booking} party={party} onAnswer={props.onAnswer} />
    case 'person':
      // The passenger of a street trip is unknown, so no person is shown.
      if (booking.source === 'street') return null
      return (
        <>
          {party === 'driver' && <RiderCard booking={booking} />}
          {party === 'driver' && (
            <Suspense>
              <PassengerTexts booking={booking} />
            </Suspense>
          )}
          {party === 'driver' && booking.category === 'delivery' && (
            <Suspense>
              <ParcelNotes booking={booking} status={trip.status} />
            </Suspense>
          )}
          {party === 'rider' && booking.driver_id && (
            <DriverCard driver={booking} label={t('person.driver')} beside={props.driverTalk.beside}>
              {props.driverTalk.row}
            </DriverCard>
          )}
        </>
      )
    case 'code':
      return party === 'driver' ? (
        <CodeEntry booking={booking} value={props.code} onChange={props.onCode} error={props.codeError} />
      ) : (
        <StartCode bookingId={booking.id} isDelivery={booking.category === 'delivery'} />
      )
    case 'waiting':
      return (
        <Suspense>
          <WaitingBlock
            booking={booking}
            options={trip.options}
            isEarly={trip.isEarly}
            away={trip.away}
            isUnheard={trip.queue.isOffline && trip.queue.isUnderWay('arrive')}
            isOffline={trip.queue.isOffline}
          />
        </Suspense>
      )
    case 'quoted_cash':
      return (
        <Suspense>
          <QuotedCash amount={trip.extras.cash} lines={trip.extras.lines} />
        </Suspense>
      )
    case 'hand_over':
      return (
        <Suspense>
          <HandOverBlock booking={booking} />
        </Suspense>
      )
    case 'extras':
      return (
        <Suspense>
          <ExtrasBlock booking={booking} extras={trip.extras} />
        </Suspense>
      )
    case 'returning':
      return (
        <Suspense>
          <ReturnBlock booking={booking} party={party} />
        </Suspense>
      )
    case 'progress':
      // A street trip ends wherever the passenger says, so there is no remaining distance.
      return booking.source === 'street' ? null : <ProgressBlock booking={booking} progress={trip.progress} />
    case 'cash':
      return (
        <>
          <CashBlock amount={trip.toPay} party={party} />
          {party === 'driver' && <Waits booking={booking} />}
        </>
      )
    case 'paid_by_rider':
      return (
        <Suspense>
          <PaidByRider
            booking={booking}
            amount={trip.toPay}
            mayConfirm={trip.options?.actions.includes('confirm_cash') ?? false}
            onConfirm={props.onCash}
          />
          <WaitsBlock booking={booking} />
        </Suspense>
      )
    case 'rating':
      return (
        <Suspense>
          <RatingBlock booking={booking} party={party} onRated={props.onAnswer} />
        </Suspense>
      )
    case 'tip':
      return (
        <Suspense>
          <TipBlock booking={booking} onAnswer={props.onAnswer} />
        </Suspense>
      )
    case 'payment_request':
      return (
        <Suspense>
          <PaymentRequestBlock booking={booking} />
        </Suspense>
      )
    case 'outcome':
      return <OutcomeBlock booking={booking} party={party} />
    case 'receipt':
      return (
        <>
          {party === 'driver' && <Waits booking={booking} />}
          <Receipt booking={booking} party={party} />
        </>
      )
    case 'route':
      return <RouteBlock booking={booking} party={party} trip={trip} onAnswer={props.onAnswer} />
  }
}

/** The blocks of a trip's panel, in the order in which `tripView` lists them. */
export function TripBlocks(props: TripBlocksProps) {
  const { booking, party, trip } = props
  const hasOptions = useHasOptions(booking)
  // Loads the parts that only a driver needs in advance, while there is a signal.
  useEffect(() => {
    if (party === 'driver') void Promise.all([loadDrive(), loadRating()]).catch(() => {})
  }, [party])
  return (
    <>
      {/* First: people must not look for what became of their money. */}
      {booking.paid_at && booking.cash_payment_amount + booking.customer_paid > 0 && (
        <Suspense>
          <CashReportBlock booking={booking} party={party} />
        </Suspense>
      )}
      {trip.view.blocks.map((kind) => (
        <Block key={kind} kind={kind} {...props} />
      ))}
      {hasOptions && (
        <Suspense>
          <RideOptions booking={booking} party={party} />
        </Suspense>
      )}
      {party === 'rider' && booking.category === 'delivery' && (
        <Suspense>
          <OwnParcel booking={booking} />
        </Suspense>
      )}
    </>
  )
}
