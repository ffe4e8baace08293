import type { Offer } from './state'

type Timed = Pick<Offer, 'created_at' | 'expires_at' | 'status'>

/** A countdown: the seconds that remain, and the part of the ring that is still drawn. */
export interface Countdown {
  /** The remaining time in whole seconds, rounded up. */
  seconds: number
  /** The remaining share of the time: 1 when the offer arrives, 0 when it expires. */
  share: number
}

/** Returns the time that remains to answer an offer. `now` is in ms. */
export function countdown(offer: Timed, now: number): Countdown {
  const end = Date.parse(offer.expires_at)
  const whole = Math.max(1, end - Date.parse(offer.created_at))
  const left = Math.min(whole, Math.max(0, end - now))
  return { seconds: Math.ceil(left / 1000), share: left / whole }
}

/** Returns the offers that can still be answered; the offer that expires first comes first. */
export function liveOffers<T extends Timed>(offers: readonly T[], now: number): T[] {
  return offers
    .filter((offer) => offer.status === 'open' && Date.parse(offer.expires_at) > now)
    .sort((a, b) => a.expires_at.localeCompare(b.expires_at))
}
