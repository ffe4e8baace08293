import { lazy, Suspense, useState } from 'react'
import type { Booking } from '@/entities/booking'
import { type Door, isDoorStep } from '../hooks/use-door'
import type { Trip } from '../hooks/use-trip'
import { needsRider } from '../model/hold-state'
import { DoorAction, StepDialog } from './load-drive'
import { NavigateLink } from './navigate-link'
import { HoldActionPart } from './pay/paying'
import { type DriverStep, PrimaryAction, type SlidAction } from './primary-action'

const VoiceSwitch = lazy(() => import('./guide').then((part) => ({ default: part.VoiceSwitch })))

interface TripFooterProps {
  booking: Booking
  trip: Trip
  door: Door
  /** True if a start code is required and not complete yet. */
  isBlocked: boolean
  onStep: (action: DriverStep) => void
  onPay: () => void
  onAnswer: (booking: Booking) => void
}

/**
 * The footer with the link for navigation and the main action. While the destination is far away, the link is the highlighted
 * button; otherwise the main action is.
 */
export function TripFooter({ booking, trip, door, isBlocked, onStep, onPay, onAnswer }: TripFooterProps) {
  const { view, queue } = trip
  const [asked, setAsked] = useState<DriverStep | null>(null)
  const canNavigate = view.secondary.includes('navigate')
  const navigatesFirst = canNavigate && !trip.isNear
  const isUnderWay = view.primary !== null && isDriverStep(view.primary) && queue.isUnderWay(view.primary)
  const action = {
    action: view.primary,
    booking,
    toPay: trip.toPay,
    stop: trip.nextStop?.position ?? null,
    isAccent: !navigatesFirst,
    isBlocked,
    isBusy: isUnderWay,
    onStep: (step: DriverStep) => (trip.farFrom(step) === null ? onStep(step) : setAsked(step)),
    onAsk: setAsked,
    onSlide: (step: SlidAction) => (trip.farFrom(step) === null ? onStep(step) : setAsked(step)),
    onPay,
    onAnswer,
    due: trip.due,
    mayPayCash: trip.options?.actions.includes('pay_in_cash') ?? false
  }
  if (trip.hold.state && needsRider(trip.hold.state)) return <HoldActionPart state={trip.hold.state} onOpen={onPay} />
  return (
    <div className="space-y-2">
      {canNavigate && trip.goal && view.heading && (
        <div className="flex gap-2">
          <NavigateLink
            goal={trip.goal}
            heading={view.heading}
            stop={view.heading === 'drop' ? (trip.nextStop?.position ?? null) : null}
            variant={navigatesFirst ? 'accent' : 'outline'}
          />
          <Suspense>
            <VoiceSwitch />
          </Suspense>
        </div>
      )}
      {door.count > 1 && view.primary && isDoorStep(view.primary) ? (
        <Suspense fallback={<PrimaryAction {...action} />}>
          <DoorAction {...action} step={view.primary} count={door.count} />
        </Suspense>
      ) : (
        <PrimaryAction {...action} />
      )}
      {asked && (
        <Suspense>
          <StepDialog
            booking={booking}
            asked={asked}
            onClose={() => setAsked(null)}
            farMetres={trip.farFrom(asked)}
            toPay={trip.toPay}
            onConfirm={(action) => {
              setAsked(null)
              onStep(action)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

const isDriverStep = (action: string): action is DriverStep =>
  ['arrive', 'arrive_at_stop', 'start', 'reach', 'confirm_cash'].includes(action)
