import { expect, it } from 'vitest'
import ar from '@/locales/ar/trips.json'
import de from '@/locales/de/trips.json'
import en from '@/locales/en/trips.json'
import { isAtGoal } from './at-goal'

it('a car is at its destination below ten metres', () => {
  expect([0, 0.0099, 0.01, 0.35].map(isAtGoal)).toEqual([true, true, false, false])
})

it.each([en, de, ar])('each language names the place of a car that is at its destination', ({ subtitle, shared }) => {
  const texts = [
    subtitle.rider.accepted_here,
    subtitle.rider.started_here,
    subtitle.rider.returning_here,
    shared.subtitle.accepted_here,
    shared.subtitle.started_here
  ]
  for (const text of texts) expect(text).not.toContain('{{distance}}')
})
