import { type ComponentProps, lazy, Suspense, useCallback, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Booking, Party } from '@/entities/booking'
import { loadWithWords } from '@/lib/load-with-words'
import { useWarm } from '@/lib/use-warm'

const loadDialog = async () => ({ default: (await loadWithWords(() => import('./pay-dialog'))).PayDialog })
const PayDialog = lazy(loadDialog)

const PayButton = lazy(async () => ({ default: (await loadWithWords(() => import('./pay-button'))).PayButton }))

/** Renders {@link PayButton} and loads the payment dialog in advance. */
export function PayPart(props: ComponentProps<typeof PayButton>) {
  useWarm(loadDialog)
  return (
    <Suspense>
      <PayButton {...props} />
    </Suspense>
  )
}

const CardHoldPart = lazy(async () => ({ default: (await loadWithWords(() => import('./card-hold'))).CardHold }))

/** Renders {@link CardHoldPart}: the amount that is reserved on a card for a ride, or the button that reserves it. */
export function HoldPart(props: ComponentProps<typeof CardHoldPart>) {
  return (
    <Suspense>
      <CardHoldPart {...props} />
    </Suspense>
  )
}

/**
 * Returns whether the payment dialog is open, and functions to open and close it. For a rider it is open from the start in
 * three cases: the trip must be paid before dispatch, the rider came to this page to pay, or the rider has just booked a card
 * ride.
 */
export function usePaying({ status, payment_mode }: Booking, party: Party) {
  const state = useLocation().state as { pay?: boolean; booked?: boolean } | null
  const [isOpen, setOpen] = useState(
    party === 'rider' &&
      (status === 'PAYMENT_PENDING' ||
        (status === 'PENDING' && state?.pay === true) ||
        (status === 'NEW' && payment_mode === 'card' && state?.booked === true))
  )
  return { isOpen, open: useCallback(() => setOpen(true), []), close: useCallback(() => setOpen(false), []) }
}

interface PayingProps {
  booking: Booking
  paying: ReturnType<typeof usePaying>
  onAnswer: (booking: Booking) => void
}

/** Renders the payment dialog. It stays open after the status has changed, to show that the payment succeeded. */
export function Paying({ booking, paying, onAnswer }: PayingProps) {
  return paying.isOpen ? (
    <Suspense>
      <PayDialog booking={booking} onAnswer={onAnswer} onClose={paying.close} />
    </Suspense>
  ) : null
}
