import type { Offer } from './model'

type Timed = Pick<Offer, 'created_at' | 'expires_at' | 'status'>

/** What a countdown shows: the time left and the share of the ring that is still drawn. */
export interface Countdown {
  /** Whole seconds, as shown. */
  seconds: number
  /** 1 when the offer came, 0 when it is over. */
  share: number
}

/** How much of an offer's time is left. */
export function countdown(offer: Timed, now: number): Countdown {
  const end = Date.parse(offer.expires_at)
  const whole = Math.max(1, end - Date.parse(offer.created_at))
  const left = Math.min(whole, Math.max(0, end - now))
  return { seconds: Math.ceil(left / 1000), share: left / whole }
}

/** Offers a driver can still answer, the one that ends first at the front. */
export function liveOffers<T extends Timed>(offers: readonly T[], now: number): T[] {
  return offers
    .filter((offer) => offer.status === 'open' && Date.parse(offer.expires_at) > now)
    .sort((a, b) => a.expires_at.localeCompare(b.expires_at))
}
