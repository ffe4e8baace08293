import { useCarTypes } from '@/entities/car'
import { useFareChoice } from '@/entities/payment'
import type { Settings } from '@/entities/settings'
import type { LatLng } from '@/lib/geo/geo'
import { readMoment } from '@/lib/time/zoned'
import { type Draft, paymentOf } from '../model/draft'

interface DraftFare {
  draft: Draft
  settings: Settings | undefined
  userId: string | null
  /** Whether it is known who is signed in; prices belong to a person. */
  isPriced: boolean
  /** Where free cars are looked for. */
  near: LatLng | null
}

/** Returns the offered cars, the draft's car, its price, and how it is paid. Cars and prices need the settings. */
export function useDraftFare({ draft, settings, userId, isPriced, near }: DraftFare) {
  const offered = useCarTypes(settings?.app_category)
  const all = settings ? offered.carTypes : undefined
  const first = all?.find(({ id }) => id === draft.carTypeId) ?? all?.[0]
  // The form shows either rides or parcels, even if the service offers both.
  const carTypes = all?.filter(({ category }) => category === first?.category)
  const tripAt = draft.when === 'now' ? null : (readMoment(draft.tripAt, settings?.time_zone ?? 'UTC') ?? undefined)
  const { cars, fare, error } = useFareChoice({
    asked: draft,
    carTypes,
    isPriced,
    tripAt,
    userId,
    near,
    paymentOf: (type) => paymentOf(type, draft, settings)
  })
  const { car } = cars
  const isParcel = car?.category === 'delivery'
  return {
    cars: {
      ...cars,
      /** The cars of the chosen category only (rides or parcels), and those of both. */
      offered: { ...offered, carTypes },
      allCars: all,
      isParcel,
      hasExtras: car !== null && (car.parcel_types.length > 0 || car.options.length > 0)
    },
    fare: {
      ...fare,
      payment: paymentOf(car, draft, settings),
      /** True if the price is fixed; false if it is computed again at the end of the ride. */
      isFixed: isParcel || settings?.fare_mode === 'upfront'
    },
    tripAt,
    error
  }
}
