import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useRegion } from '@/components/map'
import { loginPath, paths } from '@/config/paths'
import { useCarTypes, useNearbyCars } from '@/entities/car'
import { useSession } from '@/entities/person'
import type { Settings } from '@/entities/settings'
import { zonedToInstant } from '@/lib/zoned'
import { bookingProblem } from '../model'
import { useBook } from './use-book'
import { useDraft } from './use-draft'
import { usePromo } from './use-promo'
import { useQuotes } from './use-quotes'

/** Everything the booking form decides, composed of draft, cars, prices and the person. */
export function useBookingFlow(settings: Settings) {
  const navigate = useNavigate()
  const session = useSession()
  const { data: region } = useRegion()
  const control = useDraft()
  const { draft, change, setExtras, clear } = control
  const [problem, setProblem] = useState<string | null>(null)
  const [asksExtras, setAsksExtras] = useState(false)

  // Rides alone where both are offered: the form asks neither for who receives a parcel nor for paying in advance.
  const category = settings.app_category === 'both' ? 'taxi' : settings.app_category
  const { carTypes, error: carsError, retry: retryCars } = useCarTypes(category)
  const car = carTypes?.find((type) => type.id === draft.carTypeId) ?? carTypes?.[0] ?? null
  const center = draft.pickup ?? (region ? { lat: region.center[1], lng: region.center[0] } : null)
  const nearby = useNearbyCars(center)

  const userId = session.user?.id ?? null
  const tripAt = draft.when === 'now' ? null : (zonedToInstant(draft.tripAt, settings.time_zone) ?? undefined)
  const chosen = { ...draft, carTypeId: car?.id ?? null }
  const carTypeIds = session.status === 'loading' ? [] : (carTypes ?? []).map((type) => type.id)
  const { quotes, loading, refresh, refreshed } = useQuotes({
    draft: chosen,
    carTypeIds,
    tripAt: tripAt ?? null,
    userId
  })
  const result = car ? quotes?.[car.id] : undefined
  const quote = result?.quote ?? null
  const promo = usePromo(quote)

  const { book, busy, error, clearError } = useBook({
    quote,
    carTypeId: car?.id ?? null,
    refresh,
    settle: promo.settle,
    onBooked: (id) => {
      clear()
      promo.setCode('')
      navigate(paths.booking(id), { state: { booked: true } })
    }
  })

  const hasExtras = car !== null && (car.parcel_types.length > 0 || car.options.length > 0)

  const press = (extrasKnown: boolean) => {
    clearError()
    const booker = { signedIn: session.status === 'signed_in', role: session.role, profile: session.profile }
    const found = bookingProblem(chosen, booker, tripAt, Date.now())
    setProblem(found)
    if (found === 'must_login') navigate(loginPath(paths.home), { state: { notice: found } })
    else if (!found && hasExtras && !extrasKnown) setAsksExtras(true)
    else if (!found) void book(tripAt ?? null)
  }

  return {
    settings,
    ...control,
    change: (part: Parameters<typeof change>[0]) => {
      setProblem(null)
      change(part)
    },
    userId,
    region,
    center,
    carTypes,
    carsError,
    retryCars,
    car,
    nearby,
    quotes,
    quote,
    promo,
    loading,
    refreshed,
    busy,
    hasExtras,
    problem: problem ?? error ?? result?.error ?? null,
    whenProblem: problem === 'past_booking_error' ? problem : null,
    placesMissing: problem === 'select_proper',
    asksExtras,
    askExtras: () => setAsksExtras(true),
    closeExtras: () => setAsksExtras(false),
    chooseExtras: (extras: { parcel: number; option: number }) => {
      setAsksExtras(false)
      if (car) setExtras(car.id, extras)
    },
    press: () => press(car !== null && draft.extras[car.id] !== undefined)
  }
}

export type BookingFlow = ReturnType<typeof useBookingFlow>
