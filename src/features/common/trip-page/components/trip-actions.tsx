import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { paths } from '@/config/paths'
import { type Booking, noShow, type Party } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { afterLayers } from '@/lib/page/use-back-closes'
import { useCommand } from '@/lib/server/use-command'
import { useCancelWords } from '../hooks/use-cancel-words'
import type { Trip } from '../hooks/use-trip'
import { StepDialog } from './load-drive'
import { SecondaryActions } from './secondary-actions'
import { type ConfirmedCommand, TripDialogs } from './trip-dialogs'

interface TripActionsProps {
  booking: Booking
  party: Party
  me: string
  trip: Trip
  onPay: () => void
  onReach: () => void
  onAnswer: (booking: Booking) => void
}

/** The secondary actions and their confirmation dialogs. */
export function TripActions({ booking, party, me, trip, onPay, onReach, onAnswer }: TripActionsProps) {
  const { options } = trip
  const { t } = useTranslation('trips')
  const { money } = useFormat()
  const navigate = useNavigate()
  const cancel = useCancelWords(booking, party, options)
  const [asked, setAsked] = useState<ConfirmedCommand | null>(null)
  const [isEnding, setEnding] = useState(false)
  const leave = useCommand(() => noShow(booking.id), { asks: 'slide', failure: 'toast', onDone: onAnswer })
  // True if the chosen action is no longer possible, because the trip has moved on. Its dialog then closes.
  const isGone = asked !== null && options !== undefined && !options.isOld && !options.actions.includes(asked)
  useEffect(() => {
    if (isGone) setAsked(null)
  }, [isGone])
  // What the meter of a street trip shows changes all the time; the booking has the amount of its start.
  const isMetered = booking.source === 'street' && trip.status === 'STARTED'
  const mode = t([`mode.${booking.payment_mode}`, 'mode.other'])
  // After a driver has cancelled, the trip no longer belongs to this driver, so the driver's main page opens.
  const onCancelled = (answer: Booking) =>
    party === 'driver' && answer.driver_id !== me ? afterLayers(() => navigate(paths.drive)) : onAnswer(answer)
  return (
    <>
      <SecondaryActions
        booking={booking}
        view={trip.view}
        summary={isMetered ? '' : trip.toPay > 0 ? t('summary', { mode, amount: money(trip.toPay) }) : t('settled')}
        cancelLabel={cancel.label}
        isCancelAsked={trip.options?.asked.includes('cancel') ?? false}
        onAsk={setAsked}
        onNoShow={() => void leave.run()}
        isLeaving={leave.busy}
        onReach={() => setEnding(true)}
        onPay={onPay}
      />
      {isEnding && (
        <Suspense>
          <StepDialog
            booking={booking}
            asked="reach"
            onClose={() => setEnding(false)}
            farMetres={trip.farFrom('reach')}
            stop={trip.nextStop?.position ?? null}
            toPay={trip.toPay}
            onConfirm={() => {
              setEnding(false)
              onReach()
            }}
          />
        </Suspense>
      )}
      <TripDialogs
        asked={asked}
        onAsk={setAsked}
        booking={booking}
        party={party}
        consequence={cancel.consequence}
        onCancelled={onCancelled}
        onAnswer={onAnswer}
      />
    </>
  )
}
