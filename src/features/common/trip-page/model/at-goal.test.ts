import { expect, it } from 'vitest'
import { languages } from '@/config/languages'
import { loadBundle } from '@/lib/texts/files'
import { flatten } from '@/lib/texts/model'
import { isAtGoal } from './at-goal'

it('a car is at its destination below ten metres', () => {
  expect([0, 0.0099, 0.01, 0.35].map(isAtGoal)).toEqual([true, true, false, false])
})

it.each(languages)('each language names the place of a car that is at its destination ($name)', async ({ locale }) => {
  const texts = flatten(await loadBundle(locale))
  for (const key of [
    'trips.subtitle.rider.accepted_here',
    'trips.subtitle.rider.started_here',
    'trips.subtitle.rider.returning_here',
    'ride.shared.subtitle.accepted_here',
    'ride.shared.subtitle.started_here'
  ]) {
    expect(texts.get(key), key).toEqual(expect.not.stringContaining('{{distance}}'))
  }
})
