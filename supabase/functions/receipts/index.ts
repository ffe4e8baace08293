import { createAuthenticate } from '../_shared/kernel/auth.ts'
import { createDatabase, createDatabaseAs } from '../_shared/kernel/database.ts'
import { readEnvironment } from '../_shared/kernel/env.ts'
import { createReceiptsHandler } from './handler.ts'
import { createReadLogo } from './logo.ts'

const environment = readEnvironment((name) => Deno.env.get(name))

Deno.serve(createReceiptsHandler({
  authenticate: createAuthenticate(environment),
  database: createDatabase(environment),
  databaseAs: createDatabaseAs(environment),
  readLogo: createReadLogo(environment),
}))
