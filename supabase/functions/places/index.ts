import { createAuthenticate } from '../_shared/kernel/auth.ts'
import { createDatabase } from '../_shared/kernel/database.ts'
import { readEnvironment } from '../_shared/kernel/env.ts'
import { createMapSettings } from '../_shared/region/settings.ts'
import { choosePlaces, choosePointNames, chooseRegionCountry } from '../_shared/region/providers/choose.ts'
import { createLimiter } from '../_shared/kernel/rate-limit.ts'
import { createRegion } from '../_shared/region/stored.ts'
import { createPlacesHandler } from './handler.ts'

const get = (name: string) => Deno.env.get(name)
const environment = readEnvironment(get)
const database = createDatabase(environment)

const providers = { get, region: createRegion(environment), database }

Deno.serve(createPlacesHandler({
  places: choosePlaces(providers),
  nameOf: choosePointNames(providers),
  regionCountry: chooseRegionCountry(providers),
  settings: createMapSettings(environment),
  authenticate: createAuthenticate(environment),
  takeLimit: createLimiter(database, { addressHeader: environment.clientAddressHeader }),
}))
