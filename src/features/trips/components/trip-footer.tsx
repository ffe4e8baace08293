import { useState } from 'react'
import type { Booking, StepKind } from '@/entities/booking'
import type { Trip } from '../hooks/use-trip'
import { NavigateLink } from './navigate-link'
import { PrimaryAction } from './primary-action'
import { ReachDialog } from './reach-dialog'

interface TripFooterProps {
  booking: Booking
  trip: Trip
  /** The code is asked for and not complete. */
  isBlocked: boolean
  onStep: (kind: StepKind) => void
  onPay: () => void
}

/** The one action that matters now. While the way is long, that is to find it: Navigate comes first. */
export function TripFooter({ booking, trip, isBlocked, onStep, onPay }: TripFooterProps) {
  const { view, steps } = trip
  const [isAsked, setAsked] = useState(false)
  const navigatesFirst = view.secondary.includes('navigate') && !trip.isNear
  return (
    <div className="space-y-2">
      {navigatesFirst && view.heading && <NavigateLink booking={booking} heading={view.heading} variant="accent" />}
      <PrimaryAction
        action={view.primary}
        booking={booking}
        toPay={trip.toPay}
        isAccent={!navigatesFirst}
        isBlocked={isBlocked}
        isBusy={steps.isSending || steps.isWaiting}
        onStep={onStep}
        onAskReach={() => setAsked(true)}
        onSlideReach={() => (trip.farMetres === null ? onStep('reach') : setAsked(true))}
        onPay={onPay}
      />
      <ReachDialog
        isOpen={isAsked}
        onOpenChange={setAsked}
        farMetres={trip.farMetres}
        onConfirm={() => {
          setAsked(false)
          onStep('reach')
        }}
      />
    </div>
  )
}
