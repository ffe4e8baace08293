import { describe, expect, it } from 'vitest'
import { boundsOf, circleAround, decodePolyline, distanceKm, keptPlace, latLngText } from './geo'

describe('the small geometry', () => {
  it("decodes the format's own example", () => {
    expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual([
      [-120.2, 38.5],
      [-120.95, 40.7],
      [-126.453, 43.252]
    ])
    expect(decodePolyline('')).toEqual([])
  })

  it('draws a closed circle of so many metres', () => {
    const middle = { lat: 47.14, lng: 9.52 }
    const ring = circleAround(middle, 300)
    expect(ring.at(-1)).toEqual(ring[0])
    for (const [lng, lat] of ring) expect(distanceKm(middle, { lat, lng })).toBeCloseTo(0.3, 3)
  })

  it('draws the smallest box', () => {
    expect(
      boundsOf([
        { lat: 1, lng: 5 },
        { lat: 3, lng: 4 }
      ])
    ).toEqual([4, 1, 5, 3])
    expect(boundsOf([])).toBeNull()
  })

  it('measures great-circle distances', () => {
    expect(distanceKm({ lat: 47.141, lng: 9.5209 }, { lat: 47.1689, lng: 9.5087 })).toBeCloseTo(3.24, 1)
  })

  it('formats a point for the place functions', () => {
    expect(latLngText({ lat: 47.1410004, lng: 9.5 })).toBe('47.141000,9.500000')
  })
})

it('a stored place has the local address, not that in the language of the person who chose it', () => {
  const at = { lat: 47.14, lng: 9.52 }
  expect(keptPlace({ ...at, add: 'فادوز', local: 'Vaduz' })).toEqual({ ...at, add: 'Vaduz' })
  expect(keptPlace({ ...at, add: 'Vaduz' })).toEqual({ ...at, add: 'Vaduz' })
})
