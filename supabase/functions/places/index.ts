import { createAuthenticate } from '../_shared/auth.ts'
import { createDatabase } from '../_shared/database.ts'
import { readEnvironment } from '../_shared/env.ts'
import { createMapSettings } from '../_shared/map-settings.ts'
import { choosePlaces } from '../_shared/providers/choose.ts'
import { createLimiter } from '../_shared/rate-limit.ts'
import { createRegion } from '../_shared/region.ts'
import { createPlacesHandler } from './handler.ts'

const get = (name: string) => Deno.env.get(name)
const environment = readEnvironment(get)
const database = createDatabase(environment)

Deno.serve(createPlacesHandler({
  places: choosePlaces({ get, region: createRegion(environment), database }),
  settings: createMapSettings(environment),
  authenticate: createAuthenticate(environment),
  takeLimit: createLimiter(database, { addressHeader: environment.clientAddressHeader }),
}))
