import Flatbush from 'flatbush'
import type { Extract, Relation } from '../osm/extract.ts'
import { assemble, type Position } from '../osm/multipolygon.ts'
import type { Tags } from '../osm/primitives.ts'
import { Polygons } from './polygons.ts'

const CODE_KEYS = ['ISO3166-1', 'ISO3166-1:alpha2', 'country_code_iso3166_1_alpha_2', 'is_in:country_code']

/** Returns a country code of two letters ("li") in upper case; empty for any other text. */
export function countryCode(text: string | undefined): string {
  const code = text?.trim().toUpperCase() ?? ''
  return /^[A-Z]{2}$/.test(code) ? code : ''
}

/**
 * Creates a function that finds the country of a point. An extract of one country contains its whole border and a few pieces of
 * its neighbours' borders. A point outside of all complete borders is in the neighbour with the nearest piece of border. If
 * there is no such piece, the result is the country that most addresses name, or '' if no address names one.
 */
export function countryFinder(extract: Extract): (point: Position) => string {
  const countries = extract.relations.flatMap((relation) => {
    const { boundary, admin_level: level } = relation.tags
    const code = countryCode(CODE_KEYS.map((key) => relation.tags[key]).find(Boolean))
    return boundary === 'administrative' && level === '2' && code ? [{ relation, code }] : []
  })
  const whole = new Polygons<string>()
  const parts: typeof countries = []
  for (const country of countries) {
    const polygons = isWhole(country.relation, extract) ? assemble(country.relation, extract) : []
    if (polygons.length > 0) whole.add(polygons, country.code)
    else parts.push(country)
  }
  const named = commonCountry(extract)
  const neighbour = nearestNeighbour(extract, parts)
  return (point) => whole.around(point)[0] ?? neighbour(point) ?? named
}

function isWhole({ members }: Relation, { ways }: Extract): boolean {
  return members.every(({ type, id }) => type !== 'way' || ways.get(id) !== undefined)
}

/** Creates a function that finds the neighbour with the nearest piece of border. It ignores borders between two neighbours. */
function nearestNeighbour(
  { ways, nodes }: Extract,
  parts: readonly { relation: Relation; code: string }[]
): (point: Position) => string | null {
  const codes = new Map<number, Set<string>>()
  for (const { relation, code } of parts) {
    for (const { type, id } of relation.members) {
      if (type === 'way' && ways.get(id)) codes.set(id, new Set([...(codes.get(id) ?? []), code]))
    }
  }
  const corners: { at: Position; code: string }[] = []
  for (const [id, [code = '', ...others]] of codes) {
    if (others.length > 0) continue
    for (const node of ways.get(id)?.nodes ?? []) if (node >= 0) corners.push({ at: nodes.point(node), code })
  }
  if (corners.length === 0) return () => null
  const index = new Flatbush(corners.length, 16, Float64Array)
  for (const { at } of corners) index.add(...at)
  index.finish()
  return ([x, y]) => corners[index.neighbors(x, y, 1)[0] ?? 0]?.code ?? null
}

/** Returns the most frequent country of all addresses as two letters; empty if there is none. */
function commonCountry({ nodeTags, ways }: Extract): string {
  const counts = new Map<string, number>()
  const count = (tags: Tags): void => {
    const code = countryCode(tags['addr:country'])
    if (code) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  for (const [, tags] of nodeTags) count(tags)
  for (const { tags } of ways.values()) count(tags)
  let common = ''
  for (const [code, times] of counts) if (times > (counts.get(common) ?? 0)) common = code
  return common
}
