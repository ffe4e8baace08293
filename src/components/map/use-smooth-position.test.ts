import { describe, expect, it } from 'vitest'
import { between, glideMs, isJump, turn } from './use-smooth-position'

describe('a turning car', () => {
  it('takes the shorter way round', () => {
    expect(turn(350, 10, 0.5)).toBe(0)
    expect(turn(10, 350, 0.5)).toBe(0)
    expect(turn(90, 180, 0.5)).toBe(135)
    expect(turn(0, 359, 0.5)).toBe(359.5)
    expect(turn(720, -10, 1)).toBe(350)
  })

  it('arrives', () => {
    expect(turn(350, 10, 1)).toBe(10)
  })

  it('stays as it was where it stands and its device knows no heading', () => {
    const from = { lat: 47.14, lng: 9.52, heading: 90 }
    expect(between(from, { ...from, heading: null }, 0.5).heading).toBe(90)
  })

  it('takes the first heading that it hears of at once', () => {
    const from = { lat: 47.14, lng: 9.52, heading: null }
    expect(between(from, { ...from, heading: 200 }, 0.1).heading).toBe(200)
  })
})

describe('a gliding car', () => {
  it('takes as long as its fix took to come, within bounds', () => {
    expect(glideMs(1200)).toBe(1200)
    expect(glideMs(10)).toBe(300)
    expect(glideMs(60_000)).toBe(2000)
  })

  it('does not drive through a correction', () => {
    expect(isJump({ lat: 47.14, lng: 9.52 }, { lat: 47.141, lng: 9.521 })).toBe(false)
    expect(isJump({ lat: 47.14, lng: 9.52 }, { lat: 47.16, lng: 9.52 })).toBe(true)
  })
})
