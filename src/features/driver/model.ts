import type { Tables } from '@/types/database'

export type { Fix } from '@/entities/shift'

/** An offer as its driver may read it while it can be answered, with enough of the trip to decide on. */
export type Offer = Tables<'booking_offers'>

/** Whether and why the page can or cannot know where the phone is. */
export type LocationState = 'asking' | 'on' | 'denied' | 'unavailable'

/** Why a driver can be offered nothing: nobody knows where they are, or no trip begins near. */
export type LocationProblem = 'denied' | 'unavailable' | 'outside'
