// A region of four junctions on a square of about 760 x 1110 m, small enough to check by hand:
//
//   C --- D        A-B, B-D and C-D are two-way, A-C is one-way from A to C.
//   ^     |        The turn from B-D onto D-C is forbidden.
//   A --- B
import { contract } from '../routing/contraction.ts'
import type { Graph } from '../routing/graph.ts'
import type { PlacesFile } from '../places/file.ts'
import { encodePolyline } from '../geometry/polyline.ts'
import { indexRoads } from '../routing/snap.ts'

export const A = { lat: 47.14, lng: 9.52 }
export const B = { lat: 47.14, lng: 9.53 }
export const C = { lat: 47.15, lng: 9.52 }
export const D = { lat: 47.15, lng: 9.53 }

const EAST_WEST = 756.3
const NORTH_SOUTH = 1111.95

export function tinyGraph(): Graph {
  const roads = [[A, B], [B, D], [C, D], [A, C]] as const
  const lengths = [EAST_WEST, NORTH_SOUTH, EAST_WEST, NORTH_SOUTH]
  // For each edge the edges onto which it may turn. Edges: 0 AB, 1 BA, 2 BD, 3 DB, 4 CD, 5 DC, 6 AC. From BD a drive can only
  // turn back at D.
  const turns = [[2], [6], [3], [1], [3], [4], [4]]
  const edgeRoad = [0, 0, 1, 1, 2, 2, 3]
  const time = edgeRoad.map((road) => (lengths[road] ?? 0) * 100)
  let total = 0
  const shapes = {
    pointStart: Uint32Array.from([0, 2, 4, 6, 8]),
    pointLng: Int32Array.from(roads.flat(), ({ lng }) => Math.round(lng * 1e6)),
    pointLat: Int32Array.from(roads.flat(), ({ lat }) => Math.round(lat * 1e6)),
  }
  return contract({
    ...shapes,
    roadIndex: indexRoads(shapes),
    edgeRoad: Uint32Array.from(edgeRoad),
    edgeReversed: Uint8Array.from([0, 1, 0, 1, 0, 1, 0]),
    edgeTime: Uint32Array.from(time),
    edgeCost: Uint32Array.from(time),
    edgeEnds: Uint8Array.from(edgeRoad, () => 3),
    roadPart: new Uint32Array(roads.length),
    partEdges: Uint32Array.of(edgeRoad.length),
    roadStop: Uint8Array.from(roads, () => 1),
    turnStart: Uint32Array.from([0, ...turns.map((list) => (total += list.length))]),
    turnTo: Uint32Array.from(turns.flat()),
    turnTime: Uint32Array.from(turns.flat(), () => 5000),
    turnCost: Uint32Array.from(turns.flat(), () => 5000),
    timedTurn: new Uint32Array(),
    timedWeek: new Uint32Array(),
    weekStart: new Uint32Array(1),
    weekMinute: new Uint32Array(),
    weekSteps: new Uint8Array(),
    roadLength: Float32Array.from(lengths),
    roadName: Uint32Array.from([0, 0, 0, 0]),
    doorPlace: new Float64Array(),
    doorRoad: new Uint32Array(),
    doorLng: new Int32Array(),
    doorLat: new Int32Array(),
    roadRound: Uint8Array.from([0, 0, 0, 0]),
    names: [''],
  })
}

/** Returns the places of the tiny region: a town and a street at A, the street's houses 4 at B and 43 at C, a station at D. */
export function tinyPlaces(): PlacesFile {
  return {
    version: 2,
    region: 'Tinyland',
    country: '',
    bbox: [9.51, 47.13, 9.54, 47.16],
    center: A,
    areas: {},
    places: [
      { id: 'town', kind: 'locality', name: 'Vaduz', area: '', rank: 5, ...A },
      {
        id: 'street',
        kind: 'street',
        name: 'Städtle',
        area: 'Vaduz',
        houses: [{ postcode: '9490', numbers: '4;43', at: encodePolyline([B, C]) }],
        ...A,
      },
      { id: 'halt', kind: 'halt', name: 'Schaan-Vaduz', area: 'Schaan', ...D },
    ],
    crossings: [],
  }
}
