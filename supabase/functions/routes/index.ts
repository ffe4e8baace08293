import { createAuthenticate } from '../_shared/auth.ts'
import { createDatabase } from '../_shared/database.ts'
import { readEnvironment } from '../_shared/env.ts'
import { createMapSettings } from '../_shared/map-settings.ts'
import { choosePointNames, chooseRoutes } from '../_shared/providers/choose.ts'
import { createLimiter } from '../_shared/rate-limit.ts'
import { createRegion } from '../_shared/region.ts'
import { createRoutesHandler } from './handler.ts'

const get = (name: string) => Deno.env.get(name)
const environment = readEnvironment(get)
const database = createDatabase(environment)

const providers = { get, region: createRegion(environment), database }

Deno.serve(createRoutesHandler({
  routes: chooseRoutes(providers),
  nameOf: choosePointNames(providers),
  settings: createMapSettings(environment),
  database,
  authenticate: createAuthenticate(environment),
  takeLimit: createLimiter(database, { addressHeader: environment.clientAddressHeader }),
}))
