import { createAuthenticate } from '../_shared/kernel/auth.ts'
import { createCallService } from '../_shared/kernel/call-service.ts'
import { createDatabase } from '../_shared/kernel/database.ts'
import { readEnvironment } from '../_shared/kernel/env.ts'
import { createMailpit } from '../_shared/messages/mailpit.ts'
import { createDeliver } from './deliver.ts'
import { createRemoveFile } from './files.ts'
import { createNotificationsHandler } from './handler.ts'
import { createReadReceipt } from './receipts.ts'
import { createSender, readServices } from './senders/choose.ts'
import { Undeliverable } from './senders/types.ts'

declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined

const get = (name: string) => Deno.env.get(name)
const environment = readEnvironment(get)
const callService = createCallService(environment)
const inbox = get('MAILPIT_URL')
const sendPush = createSender(readServices(get), (line) => console.log(line))
const sendMail = inbox
  ? createMailpit(inbox, { name: get('MAIL_FROM_NAME') ?? 'Hackney', email: get('MAIL_FROM') ?? 'hello@hackney.test' })
  : () => Promise.reject(new Undeliverable('MAILPIT_URL is not set'))

Deno.serve(createNotificationsHandler({
  database: createDatabase(environment),
  authenticate: createAuthenticate(environment),
  cronSecret: get('CRON_SECRET'),
  sendPush,
  deliver: createDeliver({
    sendPush,
    sendMail,
    readReceipt: createReadReceipt(callService),
    removeFile: createRemoveFile(callService),
    siteUrl: get('SITE_URL'),
  }),
  later: typeof EdgeRuntime === 'undefined' ? undefined : (work) => EdgeRuntime?.waitUntil(work),
}))
