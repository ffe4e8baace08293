import { createAuthenticate } from '../_shared/auth.ts'
import { createDatabase } from '../_shared/database.ts'
import { readEnvironment } from '../_shared/env.ts'
import { choosePlaces } from '../_shared/providers/choose.ts'
import { createLimiter } from '../_shared/rate-limit.ts'
import { createRegion } from '../_shared/region.ts'
import { createPlacesHandler } from './handler.ts'

const environment = readEnvironment((name) => Deno.env.get(name))

Deno.serve(createPlacesHandler({
  places: choosePlaces(environment, createRegion(environment)),
  authenticate: createAuthenticate(environment),
  takeLimit: createLimiter(createDatabase(environment), { addressHeader: environment.clientAddressHeader }),
}))
