import { describe, expect, it } from 'vitest'
import { boundsOf, decodePolyline, distanceKm, latLngText } from './geo'

describe('the small geometry', () => {
  it("decodes the format's own example", () => {
    expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual([
      [-120.2, 38.5],
      [-120.95, 40.7],
      [-126.453, 43.252]
    ])
    expect(decodePolyline('')).toEqual([])
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

  it('measures over the globe', () => {
    expect(distanceKm({ lat: 47.141, lng: 9.5209 }, { lat: 47.1689, lng: 9.5087 })).toBeCloseTo(3.24, 1)
  })

  it('writes a point as the place functions read it', () => {
    expect(latLngText({ lat: 47.1410004, lng: 9.5 })).toBe('47.141000,9.500000')
  })
})
