import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readGeojson } from './geojson.ts'

const folder = await mkdtemp(join(tmpdir(), 'hackney-geojson-'))
afterAll(() => rm(folder, { recursive: true }))
const path = join(folder, 'network.json')

const line = (coordinates: unknown, properties: unknown = { highway: 'residential' }, type = 'LineString') => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates }
})

async function read(features: unknown[], box?: [number, number, number, number]) {
  await writeFile(path, JSON.stringify({ type: 'FeatureCollection', timestamp: '2016-12-27T10:04:02Z', features }))
  return readGeojson(path, box)
}

describe('reading a road network', () => {
  it('joins lines at shared coordinates, and ignores everything else', async () => {
    const { header, nodes, ways } = await read([
      line([
        [9.5, 47.1],
        [9.6, 47.1]
      ]),
      line(
        [
          [
            [9.6, 47.1],
            [9.6, 47.2]
          ],
          [
            [9.7, 47.1],
            [9.7, 47.2]
          ]
        ],
        { highway: 'primary', lanes: 2, '@relations': [] },
        'MultiLineString'
      ),
      line([[[9.5, 47.1]]], {}, 'Polygon'),
      { type: 'Feature', properties: null, geometry: null },
      null,
      7
    ])
    expect(header.date).toBe('2016-12-27')
    expect(nodes.size).toBe(5)
    expect([...ways.values()].map((way) => [...way.nodes])).toEqual([
      [0, 1],
      [1, 2],
      [3, 4]
    ])
    expect(ways.get(2)?.tags).toEqual({ highway: 'primary', lanes: '2' })
  })

  it('keeps the lines with a point in a box', async () => {
    const far = line([
      [10, 48],
      [10.1, 48]
    ])
    const near = line([
      [9.5, 47.1],
      [9.9, 47.1]
    ])
    expect((await read([far, near], [9.4, 47, 9.6, 47.2])).ways.size).toBe(1)
  })

  it.each([
    ['hello', 'is not JSON'],
    ['[1, 2]', 'is not a GeoJSON FeatureCollection'],
    ['null', 'is not a GeoJSON FeatureCollection'],
    ['{"type":"FeatureCollection"}', 'is not a GeoJSON FeatureCollection'],
    [
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          line([
            ['9.5', 47],
            [9, 47]
          ])
        ]
      }),
      'feature 1, point 1 is no [longitude, latitude]'
    ],
    [
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          line([
            [9.5, 47],
            [9, 147]
          ])
        ]
      }),
      'feature 1, point 2 is no [longitude, latitude]'
    ]
  ])('reports in one line what is wrong with %s', async (text, message) => {
    await writeFile(path, text)
    await expect(readGeojson(path)).rejects.toThrow(message)
    await expect(readGeojson(path)).rejects.toHaveProperty('name', 'ImportError')
  })

  it('reports a missing file, or a folder', async () => {
    await expect(readGeojson(join(folder, 'missing.json'))).rejects.toThrow('there is no such file')
    await expect(readGeojson(folder)).rejects.toThrow('it is a folder')
  })
})
