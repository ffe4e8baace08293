// A test server's responses about invented straight roads, in the format of OSRM and Mapbox.
import { distance } from '../../geometry/distance.ts'
import { encodePolyline } from '../../geometry/polyline.ts'
import type { LatLng } from '../../geometry/types.ts'
import type { Answer } from '../../../http-client/testing/server.ts'

/** Returns the points in the URL of a route or table request. */
export function pointsOf(request: Request): LatLng[] {
  const [last = ''] = decodeURIComponent(new URL(request.url).pathname).split('/').slice(-1)
  return last.split(';').map((pair) => {
    const [lng = 0, lat = 0] = pair.split(',').map(Number)
    return { lat, lng }
  })
}

const SECONDS_PER_METRE = 1 / 15

/** Responds with a route along straight roads, `detour` times as long as the straight line and driven at 54 km/h. */
export const straightRoads = (detour = 1): Answer => (request) => {
  const points = pointsOf(request)
  const metres = points.slice(1).reduce((sum, point, i) => sum + distance(points[i] ?? point, point) * detour, 0)
  const route = { distance: metres, duration: metres * SECONDS_PER_METRE, geometry: encodePolyline(points), legs: [] }
  return Response.json({ code: 'Ok', routes: [route] })
}

/** Responds with a table of straight roads (see `straightRoads`); a cell is null where `leads` returns false. */
export const straightTable =
  (detour = 1, leads: (from: LatLng, to: LatLng) => boolean = () => true): Answer => (request) => {
    const points = pointsOf(request)
    const { searchParams } = new URL(request.url)
    const [starts = [], dests = []] = ['sources', 'destinations'].map((side) =>
      (searchParams.get(side) ?? '').split(';').map((index) => points[Number(index)] ?? { lat: 0, lng: 0 })
    )
    const table = (times: number) =>
      starts.map((from) => dests.map((to) => leads(from, to) ? distance(from, to) * detour * times : null))
    const at = (side: LatLng[]) => side.map(({ lat, lng }) => ({ location: [lng, lat] }))
    return Response.json({
      code: 'Ok',
      distances: table(1),
      durations: table(SECONDS_PER_METRE),
      sources: at(starts),
      destinations: at(dests),
    })
  }
