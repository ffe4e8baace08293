import type { Party } from '@/entities/booking'

/** Minimum number of stars of a good rating; fewer count as a complaint. */
const GOOD = 4

const ofDriver = {
  good: ['friendly', 'safe', 'clean', 'on_time', 'good_route'],
  bad: ['unfriendly', 'unsafe', 'dirty', 'late', 'detour']
} as const
const ofRider = { good: ['friendly', 'ready', 'tidy'], bad: ['unfriendly', 'kept_waiting', 'left_mess'] } as const

/** The tags that can be chosen with this many stars; the server accepts no others (`app.rating_tags`). */
export const ratingTags = (by: Party, stars: number) =>
  (by === 'rider' ? ofDriver : ofRider)[stars >= GOOD ? 'good' : 'bad']

export type RatingTag = ReturnType<typeof ratingTags>[number]
