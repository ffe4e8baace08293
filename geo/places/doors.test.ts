import { describe, expect, it } from 'vitest'
import { decodePolyline, type LatLng, type PlacesFile } from '../../supabase/functions/_shared/region/mod.ts'
import { routerOf } from '../testing/drive.ts'
import { Sketch } from '../testing/extract.ts'
import { buildPlaces } from './build.ts'

/** Two streets, Haupt in the south and Hinter 100 m north of it, that meet in the west and lead there to a third. */
function streets(): Sketch {
  return new Sketch()
    .node('A', 0, 0)
    .node('B', 400, 0)
    .node('C', 0, 100)
    .node('D', 400, 100)
    .node('O', -300, 0)
    .way(1, 'AB', { name: 'Haupt' })
    .way(2, 'CD', { name: 'Hinter' })
    .way(3, 'ACO', { name: 'West' })
}

const centreOf = (sketch: Sketch, letters: string): LatLng => {
  const points = [...letters].map((letter) => sketch.at(letter))
  const mean = (of: 'lat' | 'lng') => points.reduce((sum, point) => sum + point[of], 0) / points.length
  return { lat: mean('lat'), lng: mean('lng') }
}

/** Drives from the west to a place. Returns where the drive ends, in metres from the sketch's corner. */
async function driveTo(sketch: Sketch, place: LatLng): Promise<{ east: number; north: number }> {
  const route = (await routerOf(sketch)).route([sketch.at('O'), place])
  const end = decodePolyline(route?.polylinePoints ?? '').at(-1)
  const [lat, lng] = [end?.lat ?? 0, end?.lng ?? 0]
  return { east: Math.round((lng - 9.5) * 75_700), north: Math.round((lat - 47.1) * 111_195) }
}

describe('a drive to a house', () => {
  it('ends at the street of its address, and not at a nearer one behind it', async () => {
    const house = { 'addr:street': 'Haupt', 'addr:housenumber': '7' }
    const sketch = streets().node('H', 200, 60, house).node('N', 300, 60)
    expect((await driveTo(sketch, sketch.at('H'))).north).toBeCloseTo(0, -1)
    // A place without an address ends at the nearest.
    expect((await driveTo(sketch, sketch.at('N'))).north).toBeCloseTo(100, -1)
  })

  it('ends at a driveway that leads to it', async () => {
    const house = { 'addr:street': 'Haupt', 'addr:housenumber': '7' }
    const sketch = streets()
      .node('H', 200, 70, house)
      .node('X', 190, 0)
      .node('Y', 190, 68)
      .way(1, 'AXB', { name: 'Haupt' })
      .way(4, 'XY', { highway: 'service', service: 'driveway', name: '' })
    expect(await driveTo(sketch, sketch.at('H'))).toEqual({ east: 190, north: 68 })
  })

  it('ends at its entrance', async () => {
    const sketch = streets()
      .node('P', 150, 40)
      .node('Q', 250, 40)
      .node('R', 250, 95)
      .node('S', 150, 95)
      .node('E', 200, 40, { entrance: 'main' })
      .way(4, 'PEQRSP', { highway: '', building: 'yes', name: 'Museum', tourism: 'museum' })
    expect((await driveTo(sketch, centreOf(sketch, 'PQRS'))).north).toBeCloseTo(0, -1)
    const back = streets()
      .node('P', 150, 40)
      .node('Q', 250, 40)
      .node('R', 250, 95)
      .node('S', 150, 95)
      .node('E', 200, 40, { entrance: 'emergency' })
      .way(4, 'PEQRSP', { highway: '', building: 'yes', name: 'Museum', tourism: 'museum' })
    expect((await driveTo(back, centreOf(back, 'PQRS'))).north).toBeCloseTo(100, -1)
  })
})

describe('a drive to a site', () => {
  it('ends at the public road along its edge', async () => {
    // The park borders on the street in the south. From its middle, the street beyond the river in the north is nearer.
    const sketch = streets()
      .node('P', 100, -15)
      .node('Q', 300, -15)
      .node('R', 300, -315)
      .node('S', 100, -315)
      .node('U', 0, -480)
      .node('V', 400, -480)
      .way(4, 'PQRSP', { highway: '', leisure: 'park', name: 'Park' })
      .way(5, 'OUV', { name: 'Beyond' })
    expect((await driveTo(sketch, centreOf(sketch, 'PR'))).north).toBeCloseTo(0, -1)
  })

  it('ends at the terminal of an airport', async () => {
    const sketch = streets()
      .node('P', 450, -20)
      .node('Q', 2450, -20)
      .node('R', 2450, -800)
      .node('S', 450, -800)
      .node('T', 500, -30, { aeroway: 'terminal' })
      .way(4, 'PQRSP', { highway: '', aeroway: 'aerodrome', name: 'Airport' })
    const region = {
      name: 'Region',
      bbox: [9.4, 47, 9.6, 47.2] as PlacesFile['bbox'],
      center: [9.5, 47.1] as [number, number]
    }
    const airport = buildPlaces(sketch.extract, region).places.find(({ name }) => name === 'Airport')
    expect(airport?.lng).toBeCloseTo(sketch.at('T').lng, 4)
    expect((await driveTo(sketch, airport as LatLng)).east).toBeCloseTo(400, -1)
  })
})
