import { createDatabase } from '../_shared/kernel/database.ts'
import { readEnvironment } from '../_shared/kernel/env.ts'
import { createChangeLimit } from '../_shared/messages/change-limit.ts'
import { readSms } from '../_shared/messages/channels/choose-sms.ts'
import { readDelivery } from '../_shared/messages/delivery.ts'
import { createAdmitCode, createServed } from '../_shared/messages/code-limits.ts'
import { createLogCode } from '../_shared/messages/log-code.ts'
import { createFirm } from '../_shared/messages/firm.ts'
import { createAuthSmsHandler } from './handler.ts'

const get = (name: string) => Deno.env.get(name)
const { secrets, host } = readDelivery(get, 'SEND_SMS_HOOK_SECRETS')
const environment = readEnvironment(get)
const database = createDatabase(environment)

Deno.serve(createAuthSmsHandler({
  secrets,
  host,
  sendSms: readSms({ get, isAwaited: true }),
  readFirm: createFirm(environment, get),
  takeChange: createChangeLimit(database),
  admitCode: createAdmitCode(database, createServed(environment)),
  logCode: createLogCode(database),
}))
