import { distanceKm, type LatLng } from '@/lib/geo/geo'

/** A route to drive, with its duration in seconds. */
export interface Way {
  points: readonly LatLng[]
  secs: number
}

/** The simulated car's position and speed. */
export interface CarState extends LatLng {
  /** Metres per second; 0 while parked. */
  speed: number
}

export interface Car {
  state(): CarState
  /** Drives a route from its start and stops at its end. */
  drive(way: Way): void
  stand(): void
}

/** Highest and lowest plausible speed of the car (m/s). */
const FASTEST = 33
const SLOWEST = 3

interface Driven {
  points: readonly LatLng[]
  /** Distance in metres from the start to each point. */
  marks: number[]
  speed: number
  since: number
}

function measured({ points, secs }: Way, since: number): Driven {
  const marks: number[] = []
  for (const [index, point] of points.entries()) {
    const before = points[index - 1]
    marks.push(before ? (marks[index - 1] ?? 0) + distanceKm(before, point) * 1000 : 0)
  }
  const metres = marks.at(-1) ?? 0
  return { points, marks, since, speed: Math.min(FASTEST, Math.max(SLOWEST, metres / Math.max(1, secs))) }
}

function placeOn({ points, marks }: Driven, metres: number): LatLng | null {
  const next = marks.findIndex((mark) => mark >= metres)
  const [a, b] = [points[Math.max(0, next - 1)], points[next]]
  if (!a || !b) return null
  const [from = 0, to = 0] = [marks[Math.max(0, next - 1)], marks[next]]
  const share = to > from ? (metres - from) / (to - from) : 1
  return { lat: a.lat + (b.lat - a.lat) * share, lng: a.lng + (b.lng - a.lng) * share }
}

/**
 * Creates a car that moves by the server's clock, so that it keeps up with the demo's speed.
 *
 * @param start the car's first position
 * @param now returns the server's time (ms)
 */
export function createCar(start: LatLng, now: () => number): Car {
  let place = start
  let driven: Driven | null = null

  const state = (): CarState => {
    if (!driven) return { ...place, speed: 0 }
    const on = placeOn(driven, (driven.speed * (now() - driven.since)) / 1000)
    if (on) return { ...on, speed: driven.speed }
    place = driven.points.at(-1) ?? place
    driven = null
    return { ...place, speed: 0 }
  }
  return {
    state,
    drive(way) {
      place = state()
      driven = way.points.length > 1 ? measured(way, now()) : null
    },
    stand() {
      const { lat, lng } = state()
      place = { lat, lng }
      driven = null
    }
  }
}
