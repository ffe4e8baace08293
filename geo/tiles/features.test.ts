import { describe, expect, it } from 'vitest'
import type { Box } from '../osm/box.ts'
import type { Position } from '../osm/multipolygon.ts'
import { buildPlaces } from '../places/build.ts'
import { Sketch } from '../testing/extract.ts'
import { collectFeatures } from './features.ts'

const region = { name: 'Aland', bbox: [9.4, 47, 9.6, 47.5] as Box, center: [9.5, 47.1] as Position }

describe('localities of the same name', () => {
  const newton = { place: 'village', name: 'Newton' }
  const { extract } = new Sketch()
    .node('A', 0, 0, newton)
    .node('B', 0, 1900, { ...newton, place: 'locality' })
    .node('C', 0, 2100, { ...newton, place: 'hamlet' })
    .node('D', 0, 30_000, newton)
    .node('E', 0, 30_000, { place: 'village', name: 'Weston' })

  it('have one label within 2000 m of each other, and a label each if they are farther apart', () => {
    const features = collectFeatures(extract)
    const labels = features.layers.places.map((feature) => {
      const { name, kind } = features.style(feature).properties
      return [name, kind, Math.round((features.box(feature)[1] - 47.1) * 111_195)]
    })
    expect(labels).toEqual([
      ['Newton', 'village', 0],
      ['Newton', 'hamlet', 2100],
      ['Newton', 'village', 30_000],
      ['Weston', 'village', 30_000]
    ])
  })

  it('are the same on the map and in the place index', () => {
    const features = collectFeatures(extract)
    const labels = features.layers.places.map((feature) => features.box(feature).slice(0, 2))
    const indexed = buildPlaces(extract, region).places.map(({ lat, lng }) => [lng, lat])
    const rounded = (positions: number[][]) => positions.map((position) => position.map((side) => side.toFixed(5)))
    expect(rounded(labels)).toEqual(rounded(indexed))
  })
})

describe('a way', () => {
  /** Draws a park along four corners (0 to 3) and missing nodes (-1); returns how many areas, labels and places it gives. */
  function drawn(nodes: number[]): number[] {
    const { extract } = new Sketch().node('A', 0, 0).node('B', 100, 0).node('C', 100, 100).node('D', 0, 100)
    extract.ways.set(1, { id: 1, nodes: Int32Array.from(nodes), tags: { leisure: 'park', name: 'Stadtpark' } })
    const { layers } = collectFeatures(extract)
    return [layers.landuse.length, layers.pois.length, buildPlaces(extract, region).places.length]
  }

  it('that returns to its first node is an area, even if another of its nodes is missing in the extract', () => {
    expect(drawn([0, 1, 2, 3, 0])).toEqual([1, 1, 1])
    expect(drawn([0, 1, -1, 3, 0])).toEqual([1, 1, 1])
  })

  it('whose first and last nodes are missing in the extract is not an area', () => {
    expect(drawn([-1, 0, 1, 2, 3, -1])).toEqual([0, 0, 0])
  })
})
