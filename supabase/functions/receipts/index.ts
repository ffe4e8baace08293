import { createAuthenticate } from '../_shared/kernel/auth.ts'
import { createDatabase, createDatabaseAs } from '../_shared/kernel/database.ts'
import { readEnvironment } from '../_shared/kernel/env.ts'
import { createFirm } from '../_shared/messages/firm.ts'
import { createReceiptsHandler } from './handler.ts'
import { createReadLogo } from './logo.ts'

const get = (name: string) => Deno.env.get(name)
const environment = readEnvironment(get)

Deno.serve(createReceiptsHandler({
  authenticate: createAuthenticate(environment),
  database: createDatabase(environment),
  databaseAs: createDatabaseAs(environment),
  readLogo: createReadLogo(environment),
  readFirm: createFirm(environment, get),
}))
