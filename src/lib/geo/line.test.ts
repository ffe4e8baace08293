import { describe, expect, it } from 'vitest'
import { projectOnLine, splitLine } from './line'

const bend = [
  { lat: 47.14, lng: 9.52 },
  { lat: 47.15, lng: 9.52 },
  { lat: 47.15, lng: 9.54 }
]

describe('a car on its line', () => {
  it('is projected onto the nearest position', () => {
    const at = projectOnLine(bend, { lat: 47.145, lng: 9.5203 })
    expect(at?.index).toBe(0)
    expect(at?.foot.lng).toBeCloseTo(9.52, 6)
    expect(at?.foot.lat).toBeCloseTo(47.145, 4)
    expect(at?.offMetres).toBeGreaterThan(20)
    expect(at?.offMetres).toBeLessThan(25)
  })

  it('splits it into the driven and the remaining part', () => {
    const at = projectOnLine(bend, { lat: 47.1501, lng: 9.53 })
    if (!at) throw new Error('it is on the line')
    const [behind, ahead] = splitLine(bend, at)
    expect(behind).toHaveLength(3)
    expect(ahead).toHaveLength(2)
    expect(behind.at(-1)).toEqual(ahead[0])
    expect(at.share).toBeGreaterThan(0.5)
  })

  it('has no position on fewer than two points', () => {
    expect(projectOnLine([{ lat: 47, lng: 9 }], { lat: 47, lng: 9 })).toBeNull()
    expect(projectOnLine([], { lat: 47, lng: 9 })).toBeNull()
  })

  it('has arrived on a line without length', () => {
    const point = { lat: 47, lng: 9 }
    expect(projectOnLine([point, point], point)?.share).toBe(1)
  })
})
