import type { Tables } from '@/types/database'

/** An offer as its driver may read it while it can be answered, with enough of the trip to decide on. */
export type Offer = Tables<'booking_offers'>

/** A fix of the phone's position; `at` in milliseconds since the epoch, accuracy in metres. */
export interface Fix {
  lat: number
  lng: number
  heading: number | null
  accuracy: number | null
  /** Metres per second; null where the device does not tell. */
  speed: number | null
  at: number
}

/** Whether and why the page can or cannot know where the phone is. */
export type LocationState = 'asking' | 'on' | 'denied' | 'unavailable'

/** Why a driver can be offered nothing: nobody knows where they are, or no trip begins near. */
export type LocationProblem = 'denied' | 'unavailable' | 'outside'
