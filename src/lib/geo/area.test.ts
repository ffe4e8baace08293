import { describe, expect, it } from 'vitest'
import { areaMiddle, crossesItself, editableCorners, polygonOf } from './area'

const at = (lng: number, lat: number) => ({ lng, lat })
const square = [at(9.5, 47), at(9.6, 47), at(9.6, 47.1), at(9.5, 47.1)]

describe('an area', () => {
  it('has its name in the middle of its largest part', () => {
    const small = polygonOf([at(9, 46), at(9.01, 46), at(9.01, 46.01)]).coordinates
    const [lng, lat] = areaMiddle({ type: 'MultiPolygon', coordinates: [small, polygonOf(square).coordinates] })
    expect(lng).toBeCloseTo(9.55, 6)
    expect(lat).toBeCloseTo(47.05, 6)
  })

  it('can be edited corner by corner if it is one ring', () => {
    const { coordinates } = polygonOf(square)
    expect(editableCorners({ type: 'MultiPolygon', coordinates: [coordinates] })).toEqual(square)
    expect(editableCorners({ type: 'MultiPolygon', coordinates: [coordinates, coordinates] })).toBeNull()
    expect(editableCorners({ type: 'Polygon', coordinates: [...coordinates, ...coordinates] })).toBeNull()
  })
})

describe('edges that cross', () => {
  it('are found in a bow tie and not in a square', () => {
    const [a, b, c, d] = square as [(typeof square)[0], (typeof square)[0], (typeof square)[0], (typeof square)[0]]
    expect(crossesItself(square, true)).toBe(false)
    expect(crossesItself([a, c, b, d], true)).toBe(true)
    expect(crossesItself([a, c, b, d], false)).toBe(true)
  })

  it('include a corner that only touches another edge', () => {
    expect(crossesItself([at(0, 0), at(4, 0), at(4, 4), at(2, 0), at(0, 4)], true)).toBe(true)
  })

  it('do not include neighbouring edges, which share a corner', () => {
    expect(crossesItself([at(0, 0), at(4, 0), at(4, 4)], true)).toBe(false)
    expect(crossesItself([at(0, 0), at(2, 0), at(4, 0), at(4, 4)], true)).toBe(false)
  })
})
