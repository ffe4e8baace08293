import type { LatLng } from '@/lib/geo/geo'

/** So many positions are reported on the way. */
const MOST_POINTS = 40

/** Returns at most 40 points of a line, evenly chosen, with the last one. */
export function fewPoints(line: readonly LatLng[]): LatLng[] {
  const every = Math.max(1, Math.ceil(line.length / MOST_POINTS))
  return line.filter((_, i) => (line.length - 1 - i) % every === 0)
}

/** What an owner sees of a ride, in this order. */
export const rideSteps = ['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PAID'] as const

/**
 * Returns what is shown at a moment of the replay: the reached step, and the share of the way that the car has driven.
 *
 * @param share of the replay, 0 to 1: the first part is the way to the door, the last the payment
 */
export function momentOf(share: number): { step: number; driven: number } {
  const [begin, end] = [0.3, 0.9]
  if (share >= 1) return { step: rideSteps.length - 1, driven: 1 }
  if (share >= end) return { step: 4, driven: 1 }
  if (share >= begin) return { step: 3, driven: (share - begin) / (end - begin) }
  return { step: Math.floor((share / begin) * 3), driven: 0 }
}
