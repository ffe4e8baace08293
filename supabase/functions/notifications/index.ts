import { createAuthenticate } from '../_shared/kernel/auth.ts'
import { createCallService } from '../_shared/kernel/call-service.ts'
import { createDatabase } from '../_shared/kernel/database.ts'
import { readEnvironment } from '../_shared/kernel/env.ts'
import { readMail } from '../_shared/messages/channels/choose-mail.ts'
import { readSms } from '../_shared/messages/channels/choose-sms.ts'
import { createFirm } from '../_shared/messages/firm.ts'
import { createDeliver } from './deliver.ts'
import { createRemoveFile } from './files.ts'
import { createNotificationsHandler } from './handler.ts'
import { createReadReceipt } from './receipts.ts'
import { createSender, readServices } from './senders/choose.ts'

declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined

const get = (name: string) => Deno.env.get(name)
const environment = readEnvironment(get)
const callService = createCallService(environment)
const sendPush = createSender(readServices(get), (line) => console.log(line))

Deno.serve(createNotificationsHandler({
  database: createDatabase(environment),
  authenticate: createAuthenticate(environment),
  cronSecret: get('CRON_SECRET'),
  sendPush,
  deliver: createDeliver({
    sendPush,
    sendMail: readMail({ get, isAwaited: false }),
    sendSms: readSms({ get, isAwaited: false }),
    readFirm: createFirm(environment, get),
    readReceipt: createReadReceipt(callService),
    removeFile: createRemoveFile(callService),
    siteUrl: get('SITE_URL'),
    apiUrl: (get('PUBLIC_API_URL') ?? environment.supabaseUrl).replace(/\/+$/, ''),
  }),
  later: typeof EdgeRuntime === 'undefined' ? undefined : (work) => EdgeRuntime?.waitUntil(work),
}))
