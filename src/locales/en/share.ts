/** Only the texts of the page of a shared trip, which is a separate app (`src/app/share`). */
import { app_name, load_failed, map, retry, sheet, skip_to_content } from './common.json?part'
import { network_error, not_found, server_busy, too_many_requests, unknown_error } from './errors.json?part'
import { code, loading, panel, person, route, shared, stale, map as tripMap } from './trips.json?part'

export const namespaces = {
  common: { app_name, load_failed, map, retry, sheet, skip_to_content },
  errors: { network_error, not_found, server_busy, too_many_requests, unknown_error },
  trips: { code, loading, map: tripMap, panel, person, route, shared, stale }
}
