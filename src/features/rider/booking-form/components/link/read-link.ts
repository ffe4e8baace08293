import { MAX_STOPS, type RequestedPlace, readRequested } from '@/entities/place'

/** The ride that a link describes. Its content cannot be trusted. Opening a link never books anything. */
export interface RequestedRide {
  pickup: RequestedPlace | null
  drop: RequestedPlace | null
  stops: RequestedPlace[]
  /** The start time as written in the link: "2026-11-20T14:30" is in the operator's time zone. */
  when: string | null
  /** A car's name or id. */
  car: string | null
  /** True if the link has more stops than a ride may have. */
  hasTooMany: boolean
}

const names = ['pickup', 'drop', 'stop', 'when', 'car']

/** Maximum length of a car's name. */
const MAX_NAME = 80

/** Returns the parameters of a link. They follow a `#` (browsers do not send that part to servers) or a `?`. */
const paramsOf = (search: string, hash: string) => new URLSearchParams(`${search.slice(1)}&${hash.slice(1)}`)

export function readLink(search: string, hash: string): RequestedRide {
  const params = paramsOf(search, hash)
  const stops = params.getAll('stop').flatMap((text) => readRequested(text) ?? [])
  return {
    pickup: readRequested(params.get('pickup')),
    drop: readRequested(params.get('drop')),
    stops: stops.slice(0, MAX_STOPS),
    when: params.get('when') || null,
    car: params.get('car')?.slice(0, MAX_NAME) || null,
    hasTooMany: stops.length > MAX_STOPS
  }
}

/** Returns the query string without the link's parameters, to keep the places out of history, bookmarks and referrers. */
export function withoutLink(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of names) params.delete(name)
  return params.size > 0 ? `?${params}` : ''
}
