import { expect, it } from 'vitest'
import { ratingTags } from './rating-tags'

it('the tags for a parcel say nothing about a ride in the car', () => {
  expect(ratingTags('rider', 5, 'delivery')).toEqual(['friendly', 'on_time'])
  expect(ratingTags('rider', 2, 'delivery')).toEqual(['unfriendly', 'late'])
  expect(ratingTags('driver', 5, 'delivery')).toEqual(['friendly', 'ready'])
  expect(ratingTags('driver', 2, 'delivery')).toEqual(['unfriendly', 'kept_waiting'])
})

it('the tags for a ride include the driving and the car', () => {
  expect(ratingTags('rider', 4, 'taxi')).toContain('clean')
  expect(ratingTags('rider', 3, 'taxi')).toContain('dirty')
})
