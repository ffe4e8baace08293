import { type ComponentProps, lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Booking, Party } from '@/entities/booking'
import { useWarm } from '@/lib/loading/use-warm'
import type { Hold } from '../../hooks/use-hold'
import { isBeforeEnd } from '../../model/before-end'
import { needsRider } from '../../model/hold-state'

const loadDialog = async () => ({ default: (await import('./pay-dialog')).PayDialog })
const PayDialog = lazy(loadDialog)

const PayButton = lazy(() => import('./pay-button').then((part) => ({ default: part.PayButton })))

/** Renders {@link PayButton} and loads the payment dialog in advance. */
export function PayPart(props: ComponentProps<typeof PayButton>) {
  useWarm(loadDialog)
  return (
    <Suspense>
      <PayButton {...props} />
    </Suspense>
  )
}

const loadWays = () => import('./pay-ways')
const PayWays = lazy(async () => ({ default: (await loadWays()).PayWays }))
const DueNote = lazy(async () => ({ default: (await loadWays()).DueNote }))

/** Renders {@link DueNote}. */
export function DueNotePart(props: ComponentProps<typeof DueNote>) {
  return (
    <Suspense>
      <DueNote {...props} />
    </Suspense>
  )
}

/** Renders {@link PayWays} and loads the payment dialog in advance. */
export function WaysPart(props: ComponentProps<typeof PayWays>) {
  useWarm(loadDialog)
  return (
    <Suspense>
      <PayWays {...props} />
    </Suspense>
  )
}

const loadHold = () => import('./card-hold')
const HoldLine = lazy(async () => ({ default: (await loadHold()).HoldLine }))
const HoldAction = lazy(async () => ({ default: (await loadHold()).HoldAction }))

/** Renders {@link HoldLine}, except for states that {@link HoldActionPart} shows. */
export function HoldPart({ state }: ComponentProps<typeof HoldLine>) {
  if (needsRider(state)) return null
  return (
    <Suspense>
      <HoldLine state={state} />
    </Suspense>
  )
}

/** Renders {@link HoldAction} and loads the payment dialog in advance. */
export function HoldActionPart(props: ComponentProps<typeof HoldAction>) {
  useWarm(loadDialog)
  return (
    <Suspense>
      <HoldAction {...props} />
    </Suspense>
  )
}

interface PayState {
  pay?: boolean
  booked?: boolean
  /** True once the dialog has opened by itself: a reload of the page keeps this state and must not open it again. */
  asked?: boolean
}

/**
 * Returns whether the payment dialog is open, and functions to open and close it. For a rider it is open from the start in
 * three cases: the trip must be paid before dispatch, the rider came to this page to pay, or the rider has just booked a card
 * ride, however soon a driver accepted it.
 */
export function usePaying(booking: Booking, party: Party) {
  const { status } = booking
  const state = useLocation().state as PayState | null
  const navigate = useNavigate()
  const isBooked = party === 'rider' && state?.booked === true && !state.asked && isBeforeEnd(booking)
  const [isOpen, setOpen] = useState(
    isBooked || (party === 'rider' && (status === 'PAYMENT_PENDING' || (status === 'PENDING' && state?.pay === true)))
  )
  useEffect(() => {
    if (isBooked) void navigate('.', { replace: true, state: { ...state, asked: true } })
  }, [isBooked, navigate, state])
  return { isOpen, open: useCallback(() => setOpen(true), []), close: useCallback(() => setOpen(false), []) }
}

interface PayingProps {
  booking: Booking
  paying: ReturnType<typeof usePaying>
  hold: Hold['state']
  onAnswer: (booking: Booking) => void
}

/** Renders the payment dialog. It stays open after the status has changed, to show that the payment succeeded. */
export function Paying({ booking, paying, hold, onAnswer }: PayingProps) {
  return paying.isOpen ? (
    <Suspense>
      <PayDialog booking={booking} hold={hold} onAnswer={onAnswer} onClose={paying.close} />
    </Suspense>
  ) : null
}
