import { type CarOffer, type CarType, type NearbyCar, soonestOther, waitFor } from '@/entities/car'
import { useFormat } from '@/entities/settings'
import { serverNow } from '@/lib/time/server-clock'
import type { Quote } from './model'
import { payableOf } from './parts'
import type { Prices } from './use-quotes'

/** How a booking is paid. */
export type Payment = 'cash' | 'wallet' | 'card'

interface Known {
  /** Whether pickup and drop-off are known. */
  isRouted: boolean
  carTypes: readonly CarType[] | undefined
  car: CarType | null
  /** Free cars near the pickup; undefined while unknown, and for a trip for later. */
  nearby: readonly NearbyCar[] | undefined
  prices: Prices
  /** The price of the chosen car after a promotion; null without a promotion. */
  discount: Pick<Quote, 'price_parts'> | null
  /** Start of a trip for later (ms); null for now. */
  tripAt: number | null
  paymentOf: (car: CarType) => Payment
}

/**
 * Returns the price, the arrival and the end of the ride for each car type, and the same for the chosen one. Prices, waiting
 * times and durations come from the server; the end of the ride is computed from them.
 */
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
    return payableOf(quote, paymentOf(type))
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
  const withDiscount = discount && car ? payableOf(discount, paymentOf(car)) : null
  const other = car && cars && waitOf(car) === null ? soonestOther(carTypes ?? [], cars, car) : null
  return {
    offerOf,
    /** The amount to pay for the chosen car. */
    amount: withDiscount ?? (car ? amountOf(car, quote) : null),
    endsAt: car ? endOf(car, quote) : null,
    /** Seconds until the chosen car arrives; null if none is near, undefined if unknown. */
    wait: car ? waitOf(car) : undefined,
    /** If no car of the chosen type is free: the other car type that arrives first. */
    instead: other && { car: other, wait: duration(waitOf(other) ?? 0) }
  }
}
