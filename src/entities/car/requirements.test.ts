import { describe, expect, it } from 'vitest'
import { askedOf, asksNothing, exceededRequirement, nothingAsked, readRequirements } from './requirements'

describe('what a car has to carry', () => {
  it('contains only the requested needs, and is read back in full', () => {
    expect(askedOf(nothingAsked)).toEqual({})
    expect(asksNothing(nothingAsked)).toBe(true)
    const asked = { seats: 3, luggage: 2, child_seats: 1, wheelchair: true }
    expect(readRequirements(askedOf(asked))).toEqual(asked)
    for (const kept of [null, undefined, {}, { seats: 'x', wheelchair: 'yes' }]) {
      expect(readRequirements(kept)).toEqual(nothingAsked)
    }
  })

  it('names the first requirement that a car does not meet', () => {
    const most = { fits: false, seats: 4, luggage: 2, child_seats: 1, wheelchair: true }
    expect(exceededRequirement({ ...nothingAsked, seats: 5 }, { ...most, fits: true })).toBeNull()
    expect(exceededRequirement({ ...nothingAsked, seats: 5, luggage: 3 }, most)).toBe('seats')
    expect(exceededRequirement({ ...nothingAsked, wheelchair: true }, { ...most, wheelchair: false })).toBe(
      'wheelchair'
    )
    // Each requirement is met by some car, but no car meets all of them together.
    expect(exceededRequirement({ ...nothingAsked, seats: 4, wheelchair: true }, most)).toBe('together')
  })
})
