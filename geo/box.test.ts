import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PMTiles } from 'pmtiles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeGraph, Router } from '../supabase/functions/_shared/region/mod.ts'
import { DEFAULT_INPUT } from './fingerprint.mjs'
import type { Box } from './osm/box.ts'
import { readExtract } from './osm/extract.ts'
import { importRegion, type RegionInfo } from './region.ts'
import { Sketch } from './testing/extract.ts'

const folder = await mkdtemp(join(tmpdir(), 'hackney-box-'))
afterAll(() => rm(folder, { recursive: true }))

describe('a box cuts an extract', () => {
  /**
   * A street A B C D eastward with 300 m between the points; the box contains A and B. Outside of the box: one of two ways
   * around a wood, a house, and a street with a shop. A road crosses the box without a point in it.
   */
  const sketch = new Sketch()
    .node('A', 0, 0)
    .node('B', 300, 0, { highway: 'traffic_signals' })
    .node('C', 600, 0, { barrier: 'gate' })
    .node('D', 900, 0)
    .node('P', 150, 50, { amenity: 'cafe', name: 'Inside' })
    .node('Q', 800, 50, { amenity: 'cafe', name: 'Beyond' })
    .node('K', 200, 20)
    .node('L', 700, 20)
    .node('M', 700, 90)
    .node('N', 200, 90)
    .node('U', 50, -5000)
    .node('V', 50, 5000)
    .way(1, 'ABCD')
    .way(2, 'CD')
    .way(3, 'NKL', { highway: '' })
    .way(4, 'LMN', { highway: '' })
    .way(5, 'LMQL', { highway: '', building: 'yes' })
    .way(6, 'UV')
    .relation({ type: 'multipolygon', natural: 'wood' }, [3, 4])
    .relation({ type: 'multipolygon', natural: 'wood', name: 'Beyond' }, [5])
    .relation({ type: 'route', route: 'bus' }, [1])
    .restriction('no_left_turn', 1, 'C', 2)
  const box: Box = [9.4999, 47.099, 9.505, 47.101]
  const path = join(folder, 'sketch.osm.pbf')

  it.each([false, true])('keeps complete objects that touch it, in any order of the file: %s', async (isShuffled) => {
    await writeFile(path, sketch.toPbf({ isShuffled }))
    const { nodes, nodeTags, ways, relations } = await readExtract(path, box)
    expect([...ways.values()].map(({ id }) => id)).toEqual([1, 3, 4])
    const letters = sketch.letters.filter((letter) => nodes.find(sketch.index(letter) + 1) >= 0)
    expect(letters.join('')).toBe('ABCDPKLMN')
    for (const way of ways.values()) expect([...way.nodes]).not.toContain(-1)
    expect([...nodeTags].map(([, tags]) => tags.name ?? tags.highway ?? tags.barrier)).toEqual([
      'traffic_signals',
      'gate',
      'Inside'
    ])
    expect(relations.map(({ tags }) => tags.natural ?? tags.restriction)).toEqual(['wood', 'no_left_turn'])
  })
})

describe('a box cuts Liechtenstein', () => {
  const out = join(folder, 'vaduz')
  const box: Box = [9.5, 47.12, 9.54, 47.16]
  let info: RegionInfo
  beforeAll(async () => {
    const report = await importRegion({ input: DEFAULT_INPUT, out, box, name: 'Vaduz' })
    info = report.info
  })

  it('to a region of that box, with its largest town as the centre', () => {
    expect(info.bbox).toEqual(box)
    expect(info.center[0]).toBeCloseTo(9.5228, 2)
    expect(info.center[1]).toBeCloseTo(47.1393, 2)
  })

  it('with tiles inside the box', async () => {
    const bytes = await readFile(join(out, 'tiles.pmtiles'))
    const tiles = new PMTiles({
      getKey: () => 'test',
      getBytes: async (offset, length) => ({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer })
    })
    expect(await tiles.getHeader()).toMatchObject({ minLon: 9.5, minLat: 47.12, maxLon: 9.54, maxLat: 47.16 })
    expect((await tiles.getZxy(14, 8625, 5753))?.data.byteLength).toBeGreaterThan(1000)
    // This tile is outside of the box, although a street leads to it.
    expect(await tiles.getZxy(14, 8621, 5753)).toBeUndefined()
    expect(await tiles.getZxy(14, 8625, 5748)).toBeUndefined()
  })

  it('with the same routes as before', async () => {
    const whole = join(folder, 'whole')
    await importRegion({ input: DEFAULT_INPUT, out: whole })
    const router = async (path: string) =>
      new Router(decodeGraph(new Uint8Array(await readFile(join(path, 'graph.bin'))).buffer))
    const [cut, all] = [await router(out), await router(whole)]
    const ride = [
      { lat: 47.1393, lng: 9.5228 },
      { lat: 47.132, lng: 9.518 }
    ]
    expect(cut.route(ride)).toEqual(all.route(ride))
    expect(cut.graph.edgeRoad.length).toBeLessThan(all.graph.edgeRoad.length / 2)
    expect(cut.snap({ lat: 47.24, lng: 9.526 })).toBeNull()
  })

  it('reduces the box to the area of the file', async () => {
    const target = join(folder, 'wide')
    const report = await importRegion({ input: DEFAULT_INPUT, out: target, box: [0, 40, 9.55, 47.2] })
    const [west, south] = (await readExtract(DEFAULT_INPUT)).header.bbox ?? []
    expect(report.info.bbox).toEqual([west, south, 9.55, 47.2])
  })
})
