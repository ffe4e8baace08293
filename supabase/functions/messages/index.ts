import { createLog } from '../_shared/http-client/log.ts'
import { createDatabase } from '../_shared/kernel/database.ts'
import { readEnvironment } from '../_shared/kernel/env.ts'
import { createLimiter } from '../_shared/kernel/rate-limit.ts'
import { messagesUrl } from '../_shared/messages/channels/webhooks.ts'
import { createMessagesHandler } from './handler.ts'
import { LISTENERS } from './providers/all.ts'

const get = (name: string) => Deno.env.get(name)
const environment = readEnvironment(get)
const database = createDatabase(environment)

Deno.serve(createMessagesHandler({
  listeners: LISTENERS,
  get,
  database,
  log: createLog(LISTENERS.flatMap(({ webhook }) => webhook.secret(get) ?? [])),
  takeLimit: createLimiter(database, { addressHeader: environment.clientAddressHeader }),
  functionUrl: messagesUrl(get),
  siteUrl: get('SITE_URL'),
}))
