import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isMoment } from '@/components/form/moment'
import { useRegion } from '@/components/map'
import { type Booking, useTripLimits } from '@/entities/booking'
import { type CarType, useCarTypes, useFittingCars, useNearbyCars } from '@/entities/car'
import { useOffers, useQuotes } from '@/entities/fare'
import { usePromo } from '@/entities/payment'
import type { EarlierTrip, OpenTrip } from '@/entities/person'
import { useSession } from '@/entities/person'
import { knownStops, missingSlot, type Slot } from '@/entities/place'
import { useFormat, useSettings } from '@/entities/settings'
import { focusFirstError } from '@/lib/focus'
import { serverNow } from '@/lib/server-clock'
import { again, type Call, type CallPatch, missingField, repeatedTrip } from '../model'
import { datesOf } from '../series'
import { useBookCall } from './use-book-call'
import { useCaller } from './use-caller'
import { useSeries } from './use-series'

export const BOOK_KEYS = 'mod+enter'

/** A field, or group of fields, to which the page can move the focus. */
export type Spot = 'caller' | 'name' | 'book' | 'cars' | 'time' | 'guest' | Slot

export interface CallProps {
  call: Call
  isShown: boolean
  change: (patch: CallPatch) => void
  onBooked: (booking: Booking, call: Call) => void
  /** Called when the button is pressed after the whole series has been booked. */
  onDone: () => void
}

/** Returns the trip's start (ms since the epoch); null for now, undefined if no valid time is chosen. */
function useTripAt({ when, tripAt, series }: Call) {
  const { timeZone } = useFormat()
  const limits = useTripLimits().data
  const dates = when === 'series' && limits ? datesOf(series, timeZone, limits) : []
  const at =
    when === 'now'
      ? null
      : when === 'later'
        ? isMoment(tripAt)
          ? Date.parse(tripAt)
          : undefined
        : (dates.find(({ problem }) => problem === null)?.at ?? undefined)
  const isPast = typeof at === 'number' && limits !== undefined && at < limits.earliest
  return { dates, at: isPast ? undefined : at }
}

/** Returns the state and actions of one call, for its components. */
function useCallParts({ call, isShown, change, onBooked, onDone }: CallProps) {
  const { settings } = useSettings()
  const { user } = useSession()
  const { data: region } = useRegion()
  const { caller } = useCaller(call.rider?.id)
  // The desk can book rides and parcels, even if riders are offered only one of them.
  const cars = useCarTypes('both')
  const { fits, fitting, withReason } = useFittingCars(cars.carTypes, call.requirements)
  const wanted = cars.carTypes?.find(({ id }) => id === call.carTypeId) ?? cars.carTypes?.[0] ?? null
  const car =
    wanted && !fits(wanted) ? (fitting?.find(({ category }) => category === wanted.category) ?? wanted) : wanted
  const { dates, at: tripAt } = useTripAt(call)
  const stops = knownStops(call)
  const home = region ? { lat: region.center[1], lng: region.center[0] } : null
  const nearby = useNearbyCars(isShown ? (call.pickup ?? home) : null)
  const prices = useQuotes({
    ...call,
    stops,
    carTypeIds: (cars.carTypes ?? []).map(({ id }) => id),
    carTypeId: car?.id ?? null,
    tripAt: tripAt ?? null,
    userId: user?.id ?? null,
    customerId: call.rider?.id ?? null
  })
  const result = car ? prices.quotes?.[car.id] : undefined
  const quote = result?.quote ?? null
  const promo = usePromo(quote)
  const isRouted = call.pickup !== null && call.drop !== null
  const offers = useOffers({
    isRouted,
    carTypes: fitting,
    car,
    nearby: call.when === 'now' && call.pickup ? nearby : undefined,
    prices,
    discount: promo.discount,
    tripAt: tripAt ?? null,
    paymentOf: () => call.payment
  })

  const [spot, setSpot] = useState<{ at: Spot } | null>({ at: 'caller' })
  const focus = (at: Spot) => setSpot({ at })
  const booking = useBookCall({ call, car, quote, prices, promo, tripAt, change, onBooked })
  const series = useSeries({ call, car, dates, change })
  const { reset } = booking
  // An error belongs to one order, so it is cleared when the call changes.
  const { rider: _, ...said } = call
  const order = JSON.stringify([said, promo.code])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order clears the error
  useEffect(reset, [order, reset])

  const missing = missingField(call, car, tripAt) ?? (car && !fits(car) ? 'car_type_unsuitable' : null)
  const [refused, setRefused] = useState<string | null>(null)
  // The open trip of the caller that this one would repeat, while the page asks about it.
  const [repeated, setRepeated] = useState<OpenTrip | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const isOver = call.when === 'series' && series.wanted.length > 0 && series.open.length === 0
  /**
   * Books the trip, or the dates of a series that are not booked yet. Once the whole series is booked, a press closes the call.
   */
  const press = () => {
    setRefused(missing)
    if (isOver) onDone()
    else if (missing) focusFirstError(root.current ?? document)
    else if (call.when === 'series') void series.book.run()
    else {
      const open = repeatedTrip(caller?.openTrips ?? [], tripAt ?? null, serverNow())
      if (open) setRepeated(open)
      else booking.press()
    }
  }
  const bookAnyway = () => {
    setRepeated(null)
    booking.press()
  }
  const repeat = (trip: EarlierTrip, isBack: boolean) => {
    change(again(trip, isBack, cars.carTypes))
    focus('book')
  }
  const fill = (slot: Slot, patch: Partial<Call>) => {
    change(patch)
    const next = missingSlot({ ...call, ...patch })
    const isFilled = typeof slot === 'string' ? patch[slot] : patch.stops?.[slot.stop]
    if (isFilled) focus(next ?? 'book')
  }
  const problem =
    (missing !== null && missing === refused && missing) || booking.error || series.book.error || result?.error || null
  return {
    call,
    change,
    isShown,
    settings,
    region,
    home,
    caller,
    cars,
    car,
    nearby: nearby ?? [],
    dates,
    tripAt,
    prices,
    quote,
    promo,
    isRouted,
    ...offers,
    offerOf: (type: CarType) => withReason(type, offers.offerOf(type)),
    spot,
    focus,
    fill,
    repeat,
    root,
    press,
    repeated,
    bookAnyway,
    leaveRepeated: () => setRepeated(null),
    busy: booking.busy || series.book.busy,
    series,
    missing,
    problem,
    problemKey: problem && typeof problem === 'object' ? problem.key : problem
  }
}

type CallParts = ReturnType<typeof useCallParts>

const CallContext = createContext<CallParts | null>(null)

/** Provides the call's state to its components by context. */
export function CallProvider({ children, ...props }: CallProps & { children: ReactNode }) {
  return <CallScope parts={useCallParts(props)}>{children}</CallScope>
}

/** Provides the call's state, as `useCall` returned it, to components that are mounted outside `CallProvider`. */
export function CallScope({ parts, children }: { parts: CallParts; children: ReactNode }) {
  return <CallContext value={parts}>{children}</CallContext>
}

export function useCall(): CallParts {
  const parts = useContext(CallContext)
  if (!parts) throw new Error('useCall needs a CallProvider above it')
  return parts
}

/** Returns a ref for the element of a field. The element takes the focus when the page moves the focus to this field. */
export function useSpot<T extends HTMLElement>(at: Spot) {
  const { spot, isShown } = useCall()
  const element = useRef<T>(null)
  const take = useEffectEvent(() => {
    if (isShown && JSON.stringify(spot?.at) === JSON.stringify(at)) element.current?.focus()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs each time the focus is moved
  useEffect(() => take(), [spot, isShown])
  return element
}
