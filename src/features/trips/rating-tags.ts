import type { Party } from '@/entities/booking'

/** Fewer stars than this have something to complain of. */
const GOOD = 4

const ofDriver = {
  good: ['friendly', 'safe', 'clean', 'on_time', 'good_route'],
  bad: ['unfriendly', 'unsafe', 'dirty', 'late', 'detour']
} as const
const ofRider = { good: ['friendly', 'ready', 'tidy'], bad: ['unfriendly', 'kept_waiting', 'left_mess'] } as const

/** What can be said of the other side with so many stars; the server takes no other (app.rating_tags). */
export const ratingTags = (by: Party, stars: number) =>
  (by === 'rider' ? ofDriver : ofRider)[stars >= GOOD ? 'good' : 'bad']

export type RatingTag = ReturnType<typeof ratingTags>[number]
