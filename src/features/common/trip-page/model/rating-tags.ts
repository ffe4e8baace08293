import type { Booking, Party } from '@/entities/booking'

/** Minimum number of stars of a good rating. Ratings with fewer stars offer tags that complain. */
const GOOD = 4

const ofDriver = {
  good: ['friendly', 'safe', 'clean', 'on_time', 'good_route'],
  bad: ['unfriendly', 'unsafe', 'dirty', 'late', 'detour']
} as const
const ofRider = { good: ['friendly', 'ready', 'tidy'], bad: ['unfriendly', 'kept_waiting', 'left_mess'] } as const

type Tags = typeof ofDriver | typeof ofRider
export type RatingTag = Tags['good' | 'bad'][number]

/** Tags about the ride in the car. A parcel's sender was not in the car, so these tags are offered for rides only. */
const ofRide: readonly RatingTag[] = ['safe', 'clean', 'good_route', 'unsafe', 'dirty', 'detour', 'tidy', 'left_mess']

/** Returns the tags that this party can choose with this many stars. The server accepts no others (`app.rating_tags`). */
export function ratingTags(by: Party, stars: number, category: Booking['category']): readonly RatingTag[] {
  const tags: readonly RatingTag[] = (by === 'rider' ? ofDriver : ofRider)[stars >= GOOD ? 'good' : 'bad']
  return category === 'delivery' ? tags.filter((tag) => !ofRide.includes(tag)) : tags
}
