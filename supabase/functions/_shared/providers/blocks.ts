import type { LatLng } from '../geo/types.ts'
import type { Measure } from './types.ts'

export type Rows = (Measure | null)[][]

/** The points of a table, each once, and where starts and destinations stand among them. */
export interface TablePoints {
  points: LatLng[]
  sources: number[]
  destinations: number[]
}

/** Who names a point twice is billed and limited for it twice, so each is named once. */
export function tablePoints(starts: readonly LatLng[], dests: readonly LatLng[]): TablePoints {
  const places = new Map<string, number>()
  const points: LatLng[] = []
  const place = (point: LatLng): number => {
    const key = `${point.lat},${point.lng}`
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, points.length)
    return points.push(point) - 1
  }
  return { sources: starts.map(place), destinations: dests.map(place), points }
}

/**
 * A matrix of any size from a provider with limits: what does not fit is halved along its longer side, again and again,
 * and the parts are asked at once.
 *
 * @param fits whether the provider takes such a part
 * @param ask answers null where the provider says that it is too big all the same
 */
export async function inBlocks(
  starts: readonly LatLng[],
  dests: readonly LatLng[],
  fits: (starts: readonly LatLng[], dests: readonly LatLng[]) => boolean,
  ask: (starts: readonly LatLng[], dests: readonly LatLng[]) => Promise<Rows | null>,
): Promise<Rows> {
  const isOne = starts.length === 1 && dests.length === 1
  if (isOne || fits(starts, dests)) {
    const rows = await ask(starts, dests)
    if (rows) return rows
    if (isOne) throw new Error('one pair cannot be too big')
  }
  if (starts.length >= dests.length) {
    const half = Math.ceil(starts.length / 2)
    const parts = [starts.slice(0, half), starts.slice(half)]
    return (await Promise.all(parts.map((part) => inBlocks(part, dests, fits, ask)))).flat()
  }
  const half = Math.ceil(dests.length / 2)
  const parts = [dests.slice(0, half), dests.slice(half)]
  const [left = [], right = []] = await Promise.all(parts.map((part) => inBlocks(starts, part, fits, ask)))
  return left.map((row, i) => [...row, ...right[i] ?? []])
}
