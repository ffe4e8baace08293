import type { Tables } from '@/types/database'

export type { Fix } from '@/entities/shift'

/** An offer of a trip, with the facts about the trip that the driver may read while the offer can be answered. */
export type Offer = Tables<'booking_offers'>

/** Whether the page knows the phone's position, and if not, why. */
export type LocationState = 'asking' | 'on' | 'denied' | 'unavailable'

/** Why a driver gets no offers: the position is unknown, or outside the service area. */
export type LocationProblem = 'denied' | 'unavailable' | 'outside'
