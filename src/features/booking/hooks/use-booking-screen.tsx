import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSWRConfig } from 'swr'
import { useRegion } from '@/components/map'
import { loginPath, paths } from '@/config/paths'
import { bookingKeys } from '@/entities/booking'
import { type CarType, useCarTypes, useFittingCars, useNearbyCars } from '@/entities/car'
import { useOffers, useQuotes } from '@/entities/fare'
import { usePromo } from '@/entities/payment'
import { useSession } from '@/entities/person'
import { knownStops } from '@/entities/place'
import type { Settings } from '@/entities/settings'
import { focusFirstError } from '@/lib/focus'
import { afterLayers } from '@/lib/use-back-closes'
import { readMoment } from '@/lib/zoned'
import { hasDeclinedNumber } from '../declined-number'
import { hasRoute, missingField, paymentOf, type Recipient, rideOptionsOf } from '../model'
import { useBook } from './use-book'
import { useDraft } from './use-draft'
import { usePrefill } from './use-prefill'

/** Returns a parcel in the form that the server expects. */
export const parcelOf = ({ name, phone, pickupNote, dropNote }: Recipient) => ({
  recipient: { name, phone },
  pickupNote: pickupNote.trim(),
  dropNote: dropNote.trim()
})

/**
 * Returns everything that the booking screen shows and does: cars, prices and the person. The form works before the settings
 * have loaded; cars and prices need them.
 */
function useScreen(settings: Settings | undefined) {
  const navigate = useNavigate()
  const { mutate } = useSWRConfig()
  const session = useSession()
  const { data: region } = useRegion()
  const userId = session.user?.id ?? null
  const { state, dispatch, orderKey, forget, isAside } = useDraft({ status: session.status, userId })
  const { draft } = state
  const offered = useCarTypes(settings?.app_category)
  const cars = settings ? offered : { ...offered, carTypes: undefined }
  const wanted = cars.carTypes?.find((type) => type.id === draft.carTypeId) ?? cars.carTypes?.[0] ?? null
  // The form shows either rides or parcels, even if the service offers both.
  const carTypes = cars.carTypes?.filter(({ category }) => category === wanted?.category)
  const { fits, fitting, withReason } = useFittingCars(carTypes, draft.requirements)
  const car = wanted && !fits(wanted) ? (fitting?.[0] ?? wanted) : wanted
  const home = region ? { lat: region.center[1], lng: region.center[0] } : null
  const center = draft.pickup ?? home

  usePrefill({ status: session.status, userId }, !state.begun, dispatch)
  const tripAt = draft.when === 'now' ? null : (readMoment(draft.tripAt, settings?.time_zone ?? 'UTC') ?? undefined)
  const chosen = { ...draft, carTypeId: car?.id ?? null }
  const carTypeIds = session.status === 'loading' ? [] : (carTypes ?? []).map((type) => type.id)
  const prices = useQuotes({ ...chosen, stops: knownStops(draft), carTypeIds, tripAt: tripAt ?? null, userId })
  const result = car ? prices.quotes?.[car.id] : undefined
  const quote = result?.quote ?? null
  const promo = usePromo(quote)
  const nearby = useNearbyCars(center)
  const offers = useOffers({
    isRouted: hasRoute(draft),
    carTypes: fitting,
    car,
    // Nearby cars do not matter for a later trip. Without a pickup they are those near the centre of the map's region.
    nearby: draft.when === 'now' && draft.pickup ? nearby : undefined,
    prices,
    discount: promo.discount,
    tripAt: tripAt ?? null,
    paymentOf: (type) => paymentOf(type, draft)
  })
  const isParcel = car?.category === 'delivery'
  const payment = paymentOf(car, draft)
  const book = useBook({
    quote,
    carTypeId: car?.id ?? null,
    refresh: prices.refresh,
    settle: promo.settle,
    dropPromo: promo.drop,
    onBooked: async (booking) => {
      // The form stays on screen until the trip's page has loaded. The booking is first put into the cache that the trip's page
      // reads.
      forget()
      await mutate(bookingKeys.booking(booking.id), booking, { revalidate: false })
      await navigate(paths.booking(booking.id), { state: { booked: true } })
    }
  })
  // An error belongs to one order, so it is cleared when the draft changes.
  const { reset } = book
  // biome-ignore lint/correctness/useExhaustiveDependencies: another draft or promotion code is another order
  useEffect(reset, [draft, promo.code, reset])

  const hasExtras = car !== null && (car.parcel_types.length > 0 || car.options.length > 0)
  const missing =
    missingField(chosen, session.status === 'signed_in', tripAt) ??
    (car && !fits(car) ? 'car_type_unsuitable' : null) ??
    (draft.guest && !isParcel && draft.guest.phone.trim() === '' ? 'guest_incomplete' : null)
  /** Returns what all parcels of an order have in common. */
  const order = () => ({ clientKey: orderKey(), tripAt: tripAt ?? null, paymentMode: payment })
  const send = () => {
    const { recipient } = draft
    const own = { ...order(), ...(isParcel ? parcelOf(recipient) : rideOptionsOf(draft)) }
    void book.run(isParcel && recipient.key ? { ...own, clientKey: recipient.key } : own)
  }
  const isBlank = (value: string | null | undefined) => !value?.trim()
  /** What the rider's profile lacks for this order. The driver calls the guest of a ride, or the recipient of a parcel. */
  const lacks = {
    names: isBlank(session.profile?.first_name) || isBlank(session.profile?.last_name),
    email: isBlank(session.profile?.email),
    number: isBlank(session.profile?.mobile) && !isParcel && !draft.guest && !hasDeclinedNumber(userId ?? '')
  }
  /** Books the order, or opens the dialog that it needs first. */
  const proceed = () => {
    if (hasExtras && car && draft.extras[car.id] === undefined) dispatch({ do: 'ask', question: 'extras' })
    else if (isParcel) dispatch({ do: 'ask', question: 'delivery' })
    else {
      // A dialog that closes goes back in the history, which would undo the way to the booked trip.
      dispatch({ do: 'ask', question: null })
      afterLayers(send)
    }
  }
  const begin = () => {
    reset()
    if (missing === 'must_login') navigate(loginPath(paths.home), { state: { notice: missing } })
    else if (missing) {
      dispatch({ do: 'refuse', problem: missing })
      focusFirstError(document)
    } else if (session.profile && (lacks.names || lacks.number)) dispatch({ do: 'ask', question: 'you' })
    else proceed()
  }
  // If Book is pressed before the session is known, the booking waits for the session instead of redirecting to sign-in.
  const [pressed, setPressed] = useState(false)
  const isKnown = session.status !== 'loading'
  const orderNow = useEffectEvent(begin)
  useEffect(() => {
    if (!pressed || !isKnown) return
    setPressed(false)
    orderNow()
  }, [pressed, isKnown])
  // The field that was missing when Book was pressed is reported until it is filled in.
  const problem = (missing === state.problem && missing) || (book.error ?? result?.error ?? null)
  const problemKey = problem && typeof problem === 'object' ? problem.key : problem
  return {
    settings,
    state,
    dispatch,
    userId,
    isAside,
    signOut: session.signOut,
    home,
    center,
    /** The cars of the chosen category only (rides or parcels). */
    cars: { ...cars, carTypes },
    allCars: cars.carTypes,
    /** Whether some car carries what the ride needs. The options say what to do if none does. */
    hasFitting: car === null || fits(car),
    car,
    nearby: nearby ?? [],
    prices,
    quote,
    ...offers,
    offerOf: (type: CarType) => withReason(type, offers.offerOf(type)),
    promo,
    payment,
    isParcel,
    /** True if the price is fixed; false if it is computed again at the end of the ride. */
    isFixed: isParcel || settings?.fare_mode === 'upfront',
    hasExtras,
    /** Admins see the booking form too, but only riders can book with it (spec section 6). */
    mayBook: session.role !== 'admin',
    busy: book.busy || pressed,
    press: () => setPressed(true),
    profile: session.profile,
    refreshProfile: session.refreshProfile,
    lacks,
    proceed,
    /** Books the order that the open dialog has shown. */
    send,
    order,
    tripAt: tripAt ?? null,
    /** Books the first of several parcels and stays on this page. */
    bookOne: book.once,
    forget,
    problem,
    problemKey
  }
}

type Screen = ReturnType<typeof useScreen>

const ScreenContext = createContext<Screen | null>(null)

/** Provides the booking screen's state to its components by context. */
export function BookingProvider({ settings, children }: { settings: Settings | undefined; children: ReactNode }) {
  return <BookingScope screen={useScreen(settings)}>{children}</BookingScope>
}

/** Provides the same context to components that are mounted outside the screen's own tree. */
export function BookingScope({ screen, children }: { screen: Screen; children: ReactNode }) {
  return <ScreenContext value={screen}>{children}</ScreenContext>
}

export function useBookingScreen(): Screen {
  const screen = useContext(ScreenContext)
  if (!screen) throw new Error('useBookingScreen needs a BookingProvider above it')
  return screen
}
