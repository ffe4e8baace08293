import { decodePolyline, distance, type LatLng } from '../../supabase/functions/_shared/region/mod.ts'

/** The point at a share (0 to 1) of a route's length. */
export function pointAt(way: LatLng[], share: number): LatLng {
  const lengths = way.slice(1).map((point, index) => distance(way[index] ?? point, point))
  let left = share * lengths.reduce((sum, length) => sum + length, 0)
  for (const [index, length] of lengths.entries()) {
    const [from, to] = [way[index], way[index + 1]]
    if (from && to && length > 0 && left <= length) {
      const part = left / length
      return { lat: from.lat + (to.lat - from.lat) * part, lng: from.lng + (to.lng - from.lng) * part }
    }
    left -= length
  }
  const last = way.at(-1)
  if (!last) throw new Error('the route has no points')
  return last
}

/**
 * The positions and times of a car at constant speed: one every `every` seconds, and one at the end.
 *
 * @param line encoded polyline of the route @param seconds duration of the whole route
 */
export function timetable(line: string, seconds: number, every: number): { at: number; point: LatLng }[] {
  const way = decodePolyline(line)
  const steps = Math.ceil(seconds / every)
  return Array.from({ length: steps + 1 }, (_, step) => ({
    at: (seconds * step) / steps,
    point: pointAt(way, step / steps)
  }))
}
