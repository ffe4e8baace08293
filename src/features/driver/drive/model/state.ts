import type { Tables } from '@/types/database'

export type { Fix } from '@/entities/shift'

/** An offer of a trip, with facts about the trip. The driver can read the offer until it is answered or has expired. */
export type Offer = Tables<'booking_offers'>

/** Why the phone's position is unknown: it may not be read, there is none, or it is less accurate than 500 m. */
export type LocationLoss = 'denied' | 'unavailable' | 'coarse'

/** Whether the page knows the phone's position, and if not, why. */
export type LocationState = 'asking' | 'on' | LocationLoss

/** Why a driver gets no offers: the position is unknown, outside the service area, or does not reach the server. */
export type LocationProblem = LocationLoss | 'outside' | 'unheard'
