import { describe, expect, it } from 'vitest'
import { between, glideMs, isJump, turn } from './use-smooth-position'

describe('a turning car', () => {
  it('turns in the shorter direction', () => {
    expect(turn(350, 10, 0.5)).toBe(0)
    expect(turn(10, 350, 0.5)).toBe(0)
    expect(turn(90, 180, 0.5)).toBe(135)
    expect(turn(0, 359, 0.5)).toBe(359.5)
    expect(turn(720, -10, 1)).toBe(350)
  })

  it('ends at its target', () => {
    expect(turn(350, 10, 1)).toBe(10)
  })

  it('keeps its heading while standing without one from the device', () => {
    const from = { lat: 47.14, lng: 9.52, heading: 90 }
    expect(between(from, { ...from, heading: null }, 0.5).heading).toBe(90)
  })

  it('takes its first heading at once', () => {
    const from = { lat: 47.14, lng: 9.52, heading: null }
    expect(between(from, { ...from, heading: 200 }, 0.1).heading).toBe(200)
  })
})

describe('a gliding car', () => {
  it('glides for the interval between its fixes, within bounds', () => {
    expect(glideMs(1200)).toBe(1200)
    expect(glideMs(10)).toBe(300)
    expect(glideMs(60_000)).toBe(2000)
  })

  it('jumps to a corrected position', () => {
    expect(isJump({ lat: 47.14, lng: 9.52 }, { lat: 47.141, lng: 9.521 })).toBe(false)
    expect(isJump({ lat: 47.14, lng: 9.52 }, { lat: 47.16, lng: 9.52 })).toBe(true)
  })
})
