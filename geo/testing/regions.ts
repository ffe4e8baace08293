import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEFAULT_INPUT } from '../fingerprint.mjs'
import { type Extract, readExtract } from '../osm/extract.ts'
import { readGeojson } from '../osm/geojson.ts'
import type { Tags } from '../osm/primitives.ts'
import { writeCountry } from './country.ts'
import { keyOf, Law, type LawRestriction, type LawWay, passageAt } from './law.ts'

/** Path of the second region: the roads of Gothenburg, from the tests of `geojson-path-finder`. */
export const GOTHENBURG = fileURLToPath(
  new URL('../../node_modules/geojson-path-finder/test/large-network.json', import.meta.url)
)

export interface TestRegion {
  extract: Extract
  /** The rules of the region's roads, read from the map file and not from the graph. */
  law: Law
}

/** The regions on which routes are tested. */
export const REGIONS: Record<string, () => Promise<TestRegion>> = {
  async Liechtenstein() {
    const extract = await readExtract(DEFAULT_INPUT)
    return { extract, law: lawOf(extract) }
  },
  async Gothenburg() {
    return { extract: await readGeojson(GOTHENBURG), law: lawOfGeojson(await readFile(GOTHENBURG, 'utf8')) }
  },
  /** A generated region with many turn restrictions and one-way streets, which are rare in the other regions. */
  async 'a made-up country'() {
    const folder = await mkdtemp(join(tmpdir(), 'hackney-country-'))
    try {
      const path = join(folder, 'country.osm.pbf')
      writeCountry(path, 4)
      const extract = await readExtract(path)
      return { extract, law: lawOf(extract) }
    } finally {
      await rm(folder, { recursive: true })
    }
  }
}

function lawOf({ ways, nodes, nodeTags, relations }: Extract): Law {
  const key = (node: number) => keyOf(nodes.lng(node), nodes.lat(node))
  const restrictions = relations.flatMap(({ tags, members }): LawRestriction[] => {
    const kind = tags.restriction
    if (tags.type !== 'restriction' || !kind || /psv|taxi|motorcar/.test(tags.except ?? '')) return []
    const ids = (role: string) =>
      members.filter((member) => member.role === role && member.type === 'way').map(({ id }) => id)
    const via = members.find(({ role, type }) => role === 'via' && type === 'node')
    const at = via ? nodes.find(via.id) : -1
    if (via && at < 0) return []
    return [{ kind, from: ids('from'), via: via ? key(at) : ids('via'), to: ids('to') }]
  })
  const closed = [...nodeTags].filter(([, tags]) => passageAt(tags) === 'none').map(([node]) => key(node))
  const lawWays = [...ways.values()].map(
    ({ id, tags, nodes: line }): LawWay => ({
      id,
      tags,
      points: Array.from(line)
        .filter((node) => node >= 0)
        .map(key)
    })
  )
  return new Law(lawWays, restrictions, closed)
}

function lawOfGeojson(text: string): Law {
  const { features } = JSON.parse(text) as {
    features: { properties: Tags; geometry: { type: string; coordinates: [number, number][] } }[]
  }
  const e7 = (degrees: number) => Math.round(degrees * 1e7)
  const lines = features.filter(({ geometry }) => geometry.type === 'LineString')
  return new Law(
    lines.map(({ properties, geometry }, id) => ({
      id,
      tags: properties,
      points: geometry.coordinates.map(([lng, lat]) => keyOf(e7(lng), e7(lat)))
    }))
  )
}
