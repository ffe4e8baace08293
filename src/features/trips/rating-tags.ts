import type { Party } from '@/entities/booking'

/** Minimum number of stars of a good rating. Ratings with fewer stars offer tags that complain. */
const GOOD = 4

const ofDriver = {
  good: ['friendly', 'safe', 'clean', 'on_time', 'good_route'],
  bad: ['unfriendly', 'unsafe', 'dirty', 'late', 'detour']
} as const
const ofRider = { good: ['friendly', 'ready', 'tidy'], bad: ['unfriendly', 'kept_waiting', 'left_mess'] } as const

/** Returns the tags that this party can choose with this many stars. The server accepts no others (`app.rating_tags`). */
export const ratingTags = (by: Party, stars: number) =>
  (by === 'rider' ? ofDriver : ofRider)[stars >= GOOD ? 'good' : 'bad']

export type RatingTag = ReturnType<typeof ratingTags>[number]
