import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { palettes } from '../../src/components/map/palette.ts'
import { Sketch } from '../testing/extract.ts'
import { REGIONS } from '../testing/regions.ts'
import { collectFeatures } from '../tiles/features.ts'
import { drawStills } from './draw.ts'

/** All corners of a picture's lines, and the number of lines. */
function cornersOf(svg: string): { corners: [number, number][]; lines: number } {
  const corners: [number, number][] = []
  let lines = 0
  for (const [, path = ''] of svg.matchAll(/ d="([^"]+)"/g)) {
    let [x, y] = [0, 0]
    for (const [, numbers = '', end] of path.matchAll(/m([^mz]+)(z?)/g)) {
      lines += 1
      const steps = numbers.match(/-?\d+/g)?.map(Number) ?? []
      const first = corners.length
      for (let i = 0; i < steps.length; i += 2) {
        x += steps[i] ?? 0
        y += steps[i + 1] ?? 0
        corners.push([x, y])
      }
      if (end) [x, y] = corners[first] ?? [0, 0]
    }
  }
  return { corners, lines }
}

const sketch = new Sketch()
  .node('A', -300, 0)
  .node('B', 0, 0)
  .node('C', 0, 300)
  .node('U', -90_000, 100)
  .node('V', 90_000, 100)
  .node('K', 1000, 1000)
  .node('L', 3000, 1000)
  .node('M', 3000, 3000)
  .node('N', 1000, 3000)
  .node('k', 1500, 1500)
  .node('l', 2500, 1500)
  .node('m', 2500, 2500)
  .node('n', 1500, 2500)
  .node('X', 80_000, 80_000)
  .node('Y', 80_100, 80_000)
  .way(1, 'ABC', { highway: 'secondary' })
  .way(2, 'UV', { highway: 'primary' })
  .way(3, 'KLMNK', { highway: '' })
  .way(4, 'klmnk', { highway: '' })
  .way(5, 'XY', { highway: 'primary' })
sketch.extract.relations.push({
  id: 1,
  tags: { type: 'multipolygon', natural: 'water' },
  members: [
    { type: 'way', id: 3, role: 'outer' },
    { type: 'way', id: 4, role: 'inner' }
  ]
})
const { lng, lat } = sketch.at('B')
const { light, dark } = drawStills(collectFeatures(sketch.extract), [lng, lat])

it('the still picture has the region’s centre in its middle, at the live map’s initial zoom', () => {
  expect(light).toContain('width="2560" height="1440" viewBox="0 0 5120 2880"')
  const { corners } = cornersOf(light)
  expect(corners).toContainEqual([2560, 1440])
  // 300 m to the north; at zoom 12.6 a pixel is 8.59 m at this latitude, and a step is half a pixel.
  const metres = (40_075_017 * Math.cos((lat * Math.PI) / 180)) / (512 * 2 ** 12.6)
  expect(corners).toContainEqual([2560, 1440 - Math.round((300 / metres) * 2)])
})

it('the still picture cuts lines at its edge, and omits everything beyond', () => {
  const { corners, lines } = cornersOf(light)
  for (const [x, y] of corners) {
    expect(x).toBeGreaterThanOrEqual(-40)
    expect(x).toBeLessThanOrEqual(5160)
    expect(y).toBeGreaterThanOrEqual(-40)
    expect(y).toBeLessThanOrEqual(2920)
  }
  expect(corners.filter(([x]) => x === -40 || x === 5160)).toHaveLength(2)
  expect(lines).toBe(4)
})

it('the still picture keeps an island in a lake', () => {
  const lake = /<path d="([^"]+)" fill="[^"]*"\/>/.exec(light)?.[1] ?? ''
  const rings = lake.split('z').filter(Boolean)
  expect(rings).toHaveLength(2)
  const turns = rings.map((ring) => {
    const { corners } = cornersOf(` d="${ring}z"`)
    return Math.sign(
      corners.reduce((sum, [x, y], i) => {
        const [nextX, nextY] = corners[(i + 1) % corners.length] ?? [0, 0]
        return sum + x * nextY - nextX * y
      }, 0)
    )
  })
  expect(turns.sort()).toEqual([-1, 1])
})

it('the still picture has the live map’s colours and background in each scheme', () => {
  for (const [svg, palette] of [
    [light, palettes.light],
    [dark, palettes.dark]
  ] as const) {
    expect(svg).toContain(`<rect width="100%" height="100%" fill="${palette.ground}"/>`)
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(palette.water.slice(at, at + 2), 16))
    expect(svg.replaceAll(' ', '')).toContain(`fill="rgba(${red},${green},${blue},1)"`)
  }
  expect(cornersOf(dark)).toEqual(cornersOf(light))
})

describe.each(Object.entries(REGIONS))('the still pictures of %s', (_, load) => {
  it('take at most 30 KB each and show roads', async () => {
    const { extract } = await load()
    const features = collectFeatures(extract)
    const [road = -1] = features.layers.roads
    const [west, south] = features.box(road)
    for (const svg of Object.values(drawStills(features, [west, south]))) {
      expect(gzipSync(svg).length).toBeLessThanOrEqual(30_000)
      expect(svg).toContain('stroke-width')
    }
  })
})
