import { type Asked, MAX_STOPS, readAsked } from '@/entities/place'

/** What the address of a link asks for. Nothing of it is believed, and nothing of it books. */
export interface AskedRide {
  pickup: Asked | null
  drop: Asked | null
  stops: Asked[]
  /** As it stands there: "2026-11-20T14:30" on the operator's clocks is a time. */
  when: string | null
  /** A car's name or id. */
  car: string | null
  /** More stops than a ride may have. */
  hasTooMany: boolean
}

const names = ['pickup', 'drop', 'stop', 'when', 'car']

/** Longer is the name of no car. */
const MAX_NAME = 80

/** The parameters of a link: behind `#`, where no server reads them, or behind `?`. */
const paramsOf = (search: string, hash: string) => new URLSearchParams(`${search.slice(1)}&${hash.slice(1)}`)

export function readLink(search: string, hash: string): AskedRide {
  const params = paramsOf(search, hash)
  const stops = params.getAll('stop').flatMap((text) => readAsked(text) ?? [])
  return {
    pickup: readAsked(params.get('pickup')),
    drop: readAsked(params.get('drop')),
    stops: stops.slice(0, MAX_STOPS),
    when: params.get('when') || null,
    car: params.get('car')?.slice(0, MAX_NAME) || null,
    hasTooMany: stops.length > MAX_STOPS
  }
}

/** The address without what the link asked for, so that it stands in no history, bookmark or referrer. */
export function withoutLink(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of names) params.delete(name)
  return params.size > 0 ? `?${params}` : ''
}
