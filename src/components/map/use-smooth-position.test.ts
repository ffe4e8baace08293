import { describe, expect, it } from 'vitest'
import { turn } from './use-smooth-position'

describe('a turning car', () => {
  it('takes the shorter way round', () => {
    expect(turn(350, 10, 0.5)).toBe(0)
    expect(turn(10, 350, 0.5)).toBe(0)
    expect(turn(90, 180, 0.5)).toBe(135)
  })

  it('arrives', () => {
    expect(turn(350, 10, 1)).toBe(10)
  })
})
