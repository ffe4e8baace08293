import { createAuthenticate } from '../_shared/kernel/auth.ts'
import { createCallService } from '../_shared/kernel/call-service.ts'
import { createDatabase, createDatabaseAs } from '../_shared/kernel/database.ts'
import { readEnvironment } from '../_shared/kernel/env.ts'
import { createLimiter } from '../_shared/kernel/rate-limit.ts'
import { createSettings } from '../_shared/kernel/settings.ts'
import { createChangeUser, createMakeCode, createMakeUser } from './auth-server.ts'
import { createAccountsHandler } from './handler.ts'
import { createSignUpload } from './storage-server.ts'

const environment = readEnvironment((name) => Deno.env.get(name))
const callService = createCallService(environment)
const database = createDatabase(environment)

Deno.serve(createAccountsHandler({
  authenticate: createAuthenticate(environment),
  takeLimit: createLimiter(database, { addressHeader: environment.clientAddressHeader }),
  database,
  databaseAs: createDatabaseAs(environment),
  makeUser: createMakeUser(callService),
  changeUser: createChangeUser(callService),
  makeCode: createMakeCode(callService),
  signUpload: createSignUpload(callService),
  homeCountry: createSettings(environment, {
    fields: ['country'],
    read: ({ country }) => typeof country === 'string' ? country : '',
    unknown: '',
  }),
}))
