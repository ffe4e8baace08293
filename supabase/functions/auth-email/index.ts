import { createDatabase } from '../_shared/kernel/database.ts'
import { readEnvironment } from '../_shared/kernel/env.ts'
import { createChangeLimit } from '../_shared/messages/change-limit.ts'
import { readMail } from '../_shared/messages/channels/choose-mail.ts'
import { readDelivery } from '../_shared/messages/delivery.ts'
import { createLogCode } from '../_shared/messages/log-code.ts'
import { createFirm } from '../_shared/messages/firm.ts'
import { createAuthEmailHandler } from './handler.ts'

const get = (name: string) => Deno.env.get(name)
const { secrets, apiUrl } = readDelivery(get, 'SEND_EMAIL_HOOK_SECRETS')
const environment = readEnvironment(get)
const database = createDatabase(environment)

Deno.serve(createAuthEmailHandler({
  secrets,
  apiUrl,
  sendMail: readMail({ get, isAwaited: true }),
  readFirm: createFirm(environment, get),
  takeChange: createChangeLimit(database),
  logCode: createLogCode(database),
}))
