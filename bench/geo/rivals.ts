// npm's routers on the same roads, without turns, for comparison.
import pathFinderModule from 'geojson-path-finder'
import createGraph from 'ngraph.graph'
import { nba } from 'ngraph.path'
import { distance, type Graph, type LatLng } from '../../supabase/functions/_shared/region/mod.ts'

// A cast for a CommonJS module marked as an ES module: Node and Deno give its exports as the default.
const PathFinder = (pathFinderModule as unknown as { default: typeof pathFinderModule }).default

/** Finds a route between two junctions, given by indexes of points in the graph; false if none is found. */
export type Find = (from: number, to: number) => boolean

interface Stretch {
  /** Index of the point at which the stretch begins; `to` is the one at its end. */
  from: number
  to: number
  seconds: number
}

const at = ({ pointLng, pointLat }: Graph, point: number): LatLng => ({
  lat: (pointLat[point] ?? 0) / 1e6,
  lng: (pointLng[point] ?? 0) / 1e6
})

/** The roads as stretches between junctions. Junctions are the ends of roads; the same coordinates are the same junction. */
function stretches(graph: Graph): Stretch[] {
  const { edgeRoad, edgeReversed, edgeCost, pointStart, pointLng, pointLat } = graph
  const byPlace = new Map<string, number>()
  const junction = (point: number) => {
    const key = `${pointLng[point]} ${pointLat[point]}`
    const known = byPlace.get(key) ?? point
    byPlace.set(key, known)
    return known
  }
  return Array.from(edgeRoad, (road, edge) => {
    const first = junction(pointStart[road] ?? 0)
    const last = junction((pointStart[road + 1] ?? 0) - 1)
    const [from, to] = edgeReversed[edge] ? [last, first] : [first, last]
    return { from, to, seconds: edgeCost[edge] ?? 0 }
  })
}

/** Junctions where a drive can begin and end. */
export function junctions(graph: Graph): number[] {
  return [...new Set(stretches(graph).map(({ from }) => from))]
}

/** Routes by ngraph.path's quickest search (NBA*), with the straight line as its estimate. */
export function ngraph(graph: Graph): Find {
  const net = createGraph<LatLng, number>()
  for (const { from, to, seconds } of stretches(graph)) {
    for (const point of [from, to]) if (!net.hasNode(point)) net.addNode(point, at(graph, point))
    const link = net.getLink(from, to)
    if (!link || link.data > seconds) net.addLink(from, to, seconds)
  }
  const finder = nba(net, {
    oriented: true,
    distance: (_from, _to, link) => link.data,
    heuristic: (from, to) => distance(from.data, to.data) / (130 / 3.6 / 1000)
  })
  return (from, to) => finder.find(from, to).length > 0
}

/** Routes by geojson-path-finder on the same lines. */
export function pathFinder(graph: Graph): Find {
  const { edgeRoad, edgeReversed, edgeCost, roadLength, pointStart } = graph
  // For each road: its cost per metre along and against its points; 0 closes a direction.
  const pace = new Map<number, [number, number]>()
  edgeRoad.forEach((road, edge) => {
    const both = pace.get(road) ?? [0, 0]
    both[edgeReversed[edge] ?? 0] = (edgeCost[edge] ?? 0) / Math.max(roadLength[road] ?? 1, 0.1)
    pace.set(road, both)
  })
  const position = (point: number) => [at(graph, point).lng, at(graph, point).lat]
  const features = [...pace].map(([road, [along, against]]) => ({
    type: 'Feature' as const,
    properties: { along, against },
    geometry: {
      type: 'LineString' as const,
      coordinates: Array.from({ length: (pointStart[road + 1] ?? 0) - (pointStart[road] ?? 0) }, (_, i) =>
        position((pointStart[road] ?? 0) + i)
      )
    }
  }))
  const finder = new PathFinder(
    { type: 'FeatureCollection', features },
    {
      tolerance: 1e-9,
      weight: (a, b, { along, against }) => {
        const metres = distance({ lng: a[0] ?? 0, lat: a[1] ?? 0 }, { lng: b[0] ?? 0, lat: b[1] ?? 0 })
        return { forward: along * metres, backward: against * metres }
      }
    }
  )
  const point = (index: number) => ({
    type: 'Feature' as const,
    properties: {},
    geometry: { type: 'Point' as const, coordinates: position(index) }
  })
  return (from, to) => finder.findPath(point(from), point(to)) !== undefined
}
