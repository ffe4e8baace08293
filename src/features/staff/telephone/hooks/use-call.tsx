import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useRef } from 'react'
import { useRegion } from '@/components/map'
import type { Booking } from '@/entities/booking'
import { useCarTypes } from '@/entities/car'
import { useFareChoice } from '@/entities/payment'
import { useSession } from '@/entities/person'
import { useSettings } from '@/entities/settings'
import { type Call, type CallPatch, callPayments } from '../model/call'
import { type Spot, useCallFocus } from './use-call-focus'
import { useCallOrder } from './use-call-order'
import { useCaller } from './use-caller'
import { useSeries } from './use-series'
import { useTripAt } from './use-trip-at'

export const BOOK_KEYS = 'mod+enter'

export interface CallProps {
  call: Call
  isShown: boolean
  change: (patch: CallPatch) => void
  onBooked: (booking: Booking, call: Call) => void
  /** Called when the button is pressed after the whole series has been booked. */
  onDone: () => void
}

/** Returns the state and actions of one call, by subject. */
function useCallParts({ call: entered, isShown, change, onBooked, onDone }: CallProps) {
  const { user } = useSession()
  const { settings } = useSettings()
  const payments = callPayments(settings)
  // A kept call may name a way that is no longer taken.
  const call = payments.includes(entered.payment) ? entered : { ...entered, payment: payments[0] }
  const { data: region } = useRegion()
  const { caller } = useCaller(call.rider?.id)
  const offered = useCarTypes(settings?.app_category)
  const { dates, at: tripAt } = useTripAt(call)
  const home = region ? { lat: region.center[1], lng: region.center[0] } : null
  const choice = useFareChoice({
    asked: call,
    carTypes: offered.carTypes,
    tripAt,
    userId: user?.id ?? null,
    customerId: call.rider?.id ?? null,
    near: isShown ? (call.pickup ?? home) : null,
    paymentOf: () => call.payment
  })
  const focus = useCallFocus(call, change, offered.carTypes)
  const series = useSeries({ call, car: choice.cars.car, dates, change })
  return {
    entered: { call, change, isShown, caller, home, payments },
    focus,
    cars: { ...choice.cars, offered },
    fare: { ...choice.fare, isRouted: call.pickup !== null && call.drop !== null },
    series: { dates, series },
    order: useCallOrder({ call, caller, choice, series, tripAt, change, onBooked, onDone })
  }
}

type CallParts = ReturnType<typeof useCallParts>

const CallContext = createContext<CallParts | null>(null)

/** Provides the call's state to its components by context. */
export function CallProvider({ children, ...props }: CallProps & { children: ReactNode }) {
  return <CallScope parts={useCallParts(props)}>{children}</CallScope>
}

/** Provides the call's state, as `useCallScope` returned it, to components that are mounted outside `CallProvider`. */
export function CallScope({ parts, children }: { parts: CallParts; children: ReactNode }) {
  return <CallContext value={parts}>{children}</CallContext>
}

export function useCallScope(): CallParts {
  const parts = useContext(CallContext)
  if (!parts) throw new Error('useCall needs a CallProvider above it')
  return parts
}

/** What has been entered, and whose call it is. */
export const useCall = () => useCallScope().entered

/** Where the focus is, and where it goes next. */
export const useFocusOfCall = () => useCallScope().focus

/** The offered cars, and the chosen one. */
export const useCallCars = () => useCallScope().cars

/** The price of the chosen car. */
export const useCallFare = () => useCallScope().fare

/** The dates of a trip that is repeated, and booking them. */
export const useCallSeries = () => useCallScope().series

/** Booking, and what prevents it. */
export const useOrderOfCall = () => useCallScope().order

/** Returns a ref for the element of a field. The element takes the focus when the page moves the focus to this field. */
export function useSpot<T extends HTMLElement>(at: Spot) {
  const { isShown } = useCall()
  const { spot } = useFocusOfCall()
  const element = useRef<T>(null)
  const take = useEffectEvent(() => {
    if (isShown && JSON.stringify(spot?.at) === JSON.stringify(at)) element.current?.focus()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs each time the focus is moved
  useEffect(() => take(), [spot, isShown])
  return element
}
