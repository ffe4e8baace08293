import type { Graph } from '../../supabase/functions/_shared/region/mod.ts'
import { isInside } from '../osm/box.ts'
import type { Extract } from '../osm/extract.ts'
import { assemble, contains, type Position, type Ring, ringArea } from '../osm/multipolygon.ts'
import { fewCorners, hullOf, rounded } from './shape.ts'

export interface ProposedArea {
  /** What the area is: within the border of a country or municipality, or around all streets. */
  of: 'border' | 'streets'
  /** The name of the country or municipality; empty for the streets. */
  name: string
  /** Its corners, each once. */
  corners: Position[]
}

/** The border has to contain this share of the streets, and may be this much larger than they are: a sea is no town. */
const STREETS_WITHIN = 0.85
const LARGER = 2.5
const SAMPLES = 2000

/**
 * Proposes where a firm picks people up: the smallest country, district or municipality around the centre that contains nearly
 * all streets of the largest part of the roads. Without such a border it is the area around these streets.
 */
export function proposeArea(extract: Extract, graph: Graph, center: Position): ProposedArea {
  const { pointLng, pointLat, pointStart, roadPart } = graph
  // People are not picked up in the areas that were added for drops only.
  const { core } = extract.header
  const streets: Position[] = []
  roadPart.forEach((part, road) => {
    if (part > 0) return
    for (let i = pointStart[road] ?? 0; i < (pointStart[road + 1] ?? 0); i++) {
      const at: Position = [(pointLng[i] ?? 0) / 1e6, (pointLat[i] ?? 0) / 1e6]
      if (!core || isInside(core, ...at)) streets.push(at)
    }
  })
  const every = Math.max(1, Math.floor(streets.length / SAMPLES))
  const hull = hullOf(streets)
  const samples = streets.filter((_, i) => i % every === 0)
  const size = ringArea(hull)
  let best: { name: string; ring: Ring; size: number } | null = null
  for (const relation of extract.relations) {
    const { boundary, admin_level: level, name = '' } = relation.tags
    if (boundary !== 'administrative' || !name || !(Number(level) >= 2 && Number(level) <= 10)) continue
    for (const [ring] of assemble(relation, extract)) {
      if (!ring || !contains(ring, center)) continue
      const own = Math.abs(ringArea(ring))
      if (own > LARGER * size || (best && best.size <= own)) continue
      const within = samples.filter((point) => contains(ring, point)).length
      if (within >= STREETS_WITHIN * samples.length) best = { name, ring, size: own }
    }
  }
  const corners = best && fewCorners(best.ring)
  if (best && corners) return { of: 'border', name: best.name, corners }
  return { of: 'streets', name: '', corners: fewCorners([...hull, ...hull.slice(0, 1)]) ?? hull.map(rounded) }
}
