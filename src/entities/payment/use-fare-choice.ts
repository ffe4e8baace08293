import { type CarType, type Requirements, useFittingCars, useNearbyCars } from '@/entities/car'
import { type ChosenExtras, type Payment, useOffers, useQuotes } from '@/entities/fare'
import { knownStops, type Way } from '@/entities/place'
import type { LatLng } from '@/lib/geo/geo'
import { usePromo } from './use-promo'

/** What a price depends on, as the person who books has entered it. */
interface Asked extends Way {
  /** `now`; anything else is a trip for later, for which nearby cars do not matter. */
  when: string
  carTypeId: string | null
  extras: Record<string, ChosenExtras>
  requirements: Requirements
}

interface Choice {
  asked: Asked
  /** The car types to choose from; undefined while they load. */
  carTypes: readonly CarType[] | undefined
  /** Whether prices may be requested yet. */
  isPriced?: boolean
  /** Start of the trip (ms since the epoch); null for now, undefined if no valid time is chosen. */
  tripAt: number | null | undefined
  /** The signed-in person, and the rider if the desk books. */
  userId: string | null
  customerId?: string | null
  /** Where free cars are looked for; null to look nowhere. */
  near: LatLng | null
  paymentOf: (car: CarType | null) => Payment
}

/**
 * Chooses the car of a booking, and returns the prices, arrivals and promotion of what is asked. If the wanted car type does not
 * carry what the trip needs, another one of its kind that does is chosen.
 */
export function useFareChoice({
  asked,
  carTypes,
  isPriced = true,
  tripAt = null,
  userId,
  customerId = null,
  near,
  paymentOf
}: Choice) {
  const { fits, fitting, withReason } = useFittingCars(carTypes, asked.requirements)
  const wanted = carTypes?.find(({ id }) => id === asked.carTypeId) ?? carTypes?.[0] ?? null
  const car =
    wanted && !fits(wanted) ? (fitting?.find(({ category }) => category === wanted.category) ?? wanted) : wanted
  const nearby = useNearbyCars(near)
  const prices = useQuotes({
    ...asked,
    stops: knownStops(asked),
    carTypeIds: isPriced ? (carTypes ?? []).map(({ id }) => id) : [],
    carTypeId: car?.id ?? null,
    tripAt,
    userId,
    customerId
  })
  const result = car ? prices.quotes?.[car.id] : undefined
  const quote = result?.quote ?? null
  const promo = usePromo(quote)
  const { offerOf, ...offers } = useOffers({
    isRouted: asked.pickup !== null && asked.drop !== null,
    carTypes: fitting,
    car,
    // Without a pickup the nearby cars are those near the centre of the map's region.
    nearby: asked.when === 'now' && asked.pickup ? nearby : undefined,
    prices,
    discount: promo.discount,
    tripAt,
    paymentOf
  })
  return {
    cars: {
      car,
      /** Whether the chosen car carries what the trip needs. */
      isFitting: car === null || fits(car),
      nearby: nearby ?? [],
      offerOf: (type: CarType) => withReason(type, offerOf(type)),
      instead: offers.instead
    },
    fare: {
      quote,
      prices,
      promo,
      amount: offers.amount,
      wait: offers.wait,
      endsAt: offers.endsAt
    },
    /** Why the chosen car has no price; null if it has one. */
    error: result?.error ?? null
  }
}
