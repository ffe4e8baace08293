import { type CarOffer, type CarType, type NearbyCar, soonestOther, waitFor } from '@/entities/car'
import { useFormat } from '@/entities/settings'
import { serverNow } from '@/lib/server-clock'
import type { Quote } from './model'
import type { Prices } from './use-quotes'

/** How a ride is paid at its end. */
export type Payment = 'cash' | 'wallet' | 'card'

interface Known {
  /** Pickup and drop are known. */
  isRouted: boolean
  carTypes: readonly CarType[] | undefined
  car: CarType | null
  /** Free cars around the pickup; undefined while that is not known, and for a later ride. */
  nearby: readonly NearbyCar[] | undefined
  prices: Prices
  /** What a promotion leaves to pay for the chosen car. */
  discount: Record<'payable' | 'cash', number> | null
  /** When a later ride begins, ms; null for now. */
  tripAt: number | null
  paymentOf: (car: CarType) => Payment
}

/** What each car costs, when it comes and when the ride would end, all of it as the server said. */
export function useOffers({ isRouted, carTypes, car, nearby: cars, prices, discount, tripAt, paymentOf }: Known) {
  const { duration } = useFormat()
  const waitOf = (type: CarType) => cars && waitFor(cars, type.id)

  const endOf = (type: CarType, quote: Quote | null | undefined): number | null => {
    if (!quote) return null
    const wait = waitOf(type)
    const begins = tripAt ?? (typeof wait === 'number' ? serverNow() + wait * 1000 : null)
    return begins && begins + quote.time_in_secs * 1000
  }
  const amountOf = (type: CarType, quote: Quote | null | undefined): number | null => {
    if (!quote) return null
    return paymentOf(type) === 'cash' ? quote.cash_amount : quote.trip_cost
  }
  const offerOf = (type: CarType): CarOffer => {
    const { quote, error = null } = prices.quotes?.[type.id] ?? {}
    const wait = waitOf(type)
    return {
      problem: error,
      isPricing: prices.loading || !prices.quotes,
      ...(isRouted ? { amount: amountOf(type, quote), endsAt: endOf(type, quote) } : {}),
      ...(wait === undefined ? {} : { wait })
    }
  }
  const quote = car ? prices.quotes?.[car.id]?.quote : null
  const withDiscount = discount && car ? (paymentOf(car) === 'cash' ? discount.cash : discount.payable) : null
  const other = car && cars && waitOf(car) === null ? soonestOther(carTypes ?? [], cars, car) : null
  return {
    offerOf,
    /** What the chosen car costs as it will be paid. */
    amount: withDiscount ?? (car ? amountOf(car, quote) : null),
    endsAt: car ? endOf(car, quote) : null,
    /** Seconds until the chosen car could be there; null where none is near, undefined where that is not known. */
    wait: car ? waitOf(car) : undefined,
    /** The car that would be there first, where none of the chosen type is free. */
    instead: other && { car: other, wait: duration(waitOf(other) ?? 0) }
  }
}
