import { createAuthenticate } from '../_shared/kernel/auth.ts'
import { createDatabase } from '../_shared/kernel/database.ts'
import { readEnvironment } from '../_shared/kernel/env.ts'
import { createMapSettings } from '../_shared/region/settings.ts'
import { choosePointNames, chooseRoutes } from '../_shared/region/providers/choose.ts'
import { createLimiter } from '../_shared/kernel/rate-limit.ts'
import { createRegion } from '../_shared/region/stored.ts'
import { createRoutesHandler } from './handler.ts'

declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined

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
  cronSecret: get('CRON_SECRET'),
  later: typeof EdgeRuntime === 'undefined' ? undefined : (work) => EdgeRuntime?.waitUntil(work),
}))
