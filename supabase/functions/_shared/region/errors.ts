import { HttpError } from '../kernel/errors.ts'

export const noRouteFound = (
  hint = 'Choose points within the region, at most 1 km away from a road; latitude comes first',
) => new HttpError(422, 'no_route_found', 'No Route Found', hint)

export const tooManyStops = (most: number) =>
  new HttpError(422, 'too_many_stops', 'Too many stops', `At most ${most} stops between start and end`)
