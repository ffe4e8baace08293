import { distance, type Graph, type PlacesFile } from '../../supabase/functions/_shared/region/mod.ts'
import type { Reach } from '../graph/reach.ts'
import type { Box } from '../osm/box.ts'
import type { Extract } from '../osm/extract.ts'
import type { Position } from '../osm/multipolygon.ts'
import { toLatLng } from '../places/names.ts'
import { type ProposedArea, proposeArea } from './area.ts'
import type { Side } from './driving-side.ts'
import { type FixedSpot, findSpots } from './spots.ts'

/** The contents of `town.json`: what the map says about a town, from which the set-up proposes. */
export interface TownFacts {
  drives_on: Side
  /** Streets of the region in kilometres, those out of reach, and the largest islands among the latter. */
  roads: { km: number; out_of_reach_km: number; islands: { name: string; km: number }[] }
  /** How many streets have a name, and how many of these have no house number on the map. */
  addresses: { streets: number; without_numbers: number }
  area: ProposedArea
  spots: FixedSpot[]
}

const MOST_ISLANDS = 3

interface Known {
  graph: Graph
  reach: Reach
  places: PlacesFile
  side: Side
  region: { bbox: Box; center: Position }
}

/** Collects what a map says about its town. */
export function townFacts(extract: Extract, { graph, reach, places, side, region }: Known): TownFacts {
  const towns = places.places.filter(({ kind }) => kind === 'locality')
  const streets = places.places.filter(({ kind, lines }) => kind === 'street' && lines)
  const nameAt = (at: Position): string =>
    towns
      .map((town) => ({ name: town.name, weight: distance(town, toLatLng(at)) / (1 + (town.rank ?? 0)) }))
      .sort((a, b) => a.weight - b.weight)[0]?.name ?? ''
  return {
    drives_on: side,
    roads: {
      km: tenths(reach.km),
      out_of_reach_km: tenths(reach.outOfReachKm),
      islands: reach.islands.slice(0, MOST_ISLANDS).map(({ km, at }) => ({ name: nameAt(at), km: tenths(km) }))
    },
    addresses: {
      streets: streets.length,
      without_numbers: streets.filter(({ houses }) => !houses || houses.length === 0).length
    },
    area: proposeArea(extract, graph, region.center),
    spots: findSpots(extract, region, places, graph)
  }
}

const tenths = (km: number): number => Math.round(km * 10) / 10
