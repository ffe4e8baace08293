import type { Tables } from '@/types/database'

export type { Fix } from '@/entities/shift'

/** An offer of a trip, with facts about the trip. The driver can read the offer until it is answered or has expired. */
export type Offer = Tables<'booking_offers'>

/** Whether the page knows the phone's position, and if not, why. */
export type LocationState = 'asking' | 'on' | 'denied' | 'unavailable'

/** Why a driver gets no offers: the position is unknown, outside the service area, or does not reach the server. */
export type LocationProblem = 'denied' | 'unavailable' | 'outside' | 'unheard'
