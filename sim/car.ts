import { distance, heading, type LatLng } from '../supabase/functions/_shared/region/mod.ts'
import type { Way } from './world.ts'

/** A position of a car, as its driver's phone reports it. */
export interface Fix extends LatLng {
  heading: number
  /** When the position was taken (ms since 1970, in the app's time). */
  at: number
}

/** A simulated car, which is parked or follows a route. */
export interface Car {
  fix(at: number): Fix
  isMoving(at: number): boolean
  /**
   * Starts to follow a route at the time `at`, and returns the time at which the drive will end. Both are in ms since 1970.
   *
   * @param pace factor on the speed that the router assumes: 1.1 is 10 % faster
   */
  follow(way: Way, at: number, pace: number): number
  /** Stops the car where it is. */
  halt(at: number): void
  /** Parks the car at another place. */
  put(place: LatLng): void
}

interface Course {
  line: LatLng[]
  /** For each point of `line`: metres from the beginning of the line. */
  along: number[]
  from: number
  until: number
}

function courseOf(line: LatLng[], from: number, until: number): Course {
  let total = 0
  const along = line.map((point, index) => {
    total += index === 0 ? 0 : distance(line[index - 1] ?? point, point)
    return total
  })
  return { line, along, from, until }
}

/** Returns the position of a car on its course at a time, and the next point of the course; the speed is constant. */
function pointOn({ line, along, from, until }: Course, at: number): { point: LatLng; towards: LatLng } {
  const share = until <= from ? 1 : Math.min(1, Math.max(0, (at - from) / (until - from)))
  const gone = share * (along.at(-1) ?? 0)
  const next = Math.max(
    1,
    along.findIndex((length) => length >= gone)
  )
  const [a, b] = [line[next - 1] ?? { lat: 0, lng: 0 }, line[next] ?? line[next - 1] ?? { lat: 0, lng: 0 }]
  const [start = 0, end = 0] = [along[next - 1], along[next]]
  const part = end > start ? (gone - start) / (end - start) : 1
  return { point: { lat: a.lat + (b.lat - a.lat) * part, lng: a.lng + (b.lng - a.lng) * part }, towards: b }
}

const rounded = ({ lat, lng }: LatLng) => ({ lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 })

export function createCar(place: LatLng): Car {
  let here = place
  let course: Course | null = null
  let facing = 0
  return {
    fix(at) {
      if (course) {
        const { point, towards } = pointOn(course, at)
        if (distance(point, towards) > 0.5) facing = (Math.round(heading(point, towards)) + 360) % 360
        here = point
      }
      return { ...rounded(here), heading: facing, at: Math.round(at) }
    },
    isMoving: (at) => course !== null && at < course.until,
    follow(way, at, pace) {
      course = courseOf(way.line.length > 1 ? way.line : [here, ...way.line], at, at + (way.seconds / pace) * 1000)
      return course.until
    },
    halt(at) {
      here = this.fix(at)
      course = null
    },
    put(place) {
      here = place
      course = null
    }
  }
}
