/**
 * The imported region as others see it: points and lines, the road graph with its router, the index of places. It loads
 * neither kernel nor Deno, so that importer, city, benchmarks and tests use it in Node.
 */
export { distance } from './geometry/distance.ts'
export { heading, turnAngle } from './geometry/heading.ts'
export { decodePolyline, encodePolyline } from './geometry/polyline.ts'
export type { LatLng } from './geometry/types.ts'
export type { Houses, Names, Place, PlacesFile } from './places/file.ts'
export { PlaceIndex } from './places/place-index.ts'
export { numberKey, streetKey } from './places/text.ts'
export { indexWords } from './places/words.ts'
export { contract } from './routing/contraction.ts'
export { decodeGraph, doorKey, encodeGraph, type Graph, MAY_END, MAY_START, type RoadGraph } from './routing/graph.ts'
export { MAX_POINTS } from './routing/limits.ts'
export { Placing } from './routing/placing.ts'
export { Router } from './routing/router.ts'
export { indexRoads, type Snapped, type Spot as RoadSpot } from './routing/snap.ts'
