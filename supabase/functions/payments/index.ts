import { createAuthenticate } from '../_shared/kernel/auth.ts'
import { createCallService } from '../_shared/kernel/call-service.ts'
import { createDatabase } from '../_shared/kernel/database.ts'
import { readEnvironment } from '../_shared/kernel/env.ts'
import { createLimiter } from '../_shared/kernel/rate-limit.ts'
import { createPaymentsHandler } from './handler.ts'
import { readRegistry } from './registry.ts'
import { createPaymentSettings } from './settings.ts'

declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined

const get = (name: string) => Deno.env.get(name)
const environment = readEnvironment(get)
const database = createDatabase(environment)
const apiUrl = (get('PUBLIC_API_URL') || environment.supabaseUrl).replace(/\/+$/, '')
const siteUrl = get('SITE_URL')?.replace(/\/+$/, '')
if (!siteUrl) throw new Error('SITE_URL is not set')

Deno.serve(createPaymentsHandler({
  ...readRegistry({ get }),
  database,
  authenticate: createAuthenticate(environment),
  takeLimit: createLimiter(database, { addressHeader: environment.clientAddressHeader }),
  settings: createPaymentSettings(createCallService(environment)),
  functionUrl: `${apiUrl}/functions/v1/payments`,
  siteUrl,
  cronSecret: get('CRON_SECRET'),
  testSecret: get('TEST_PAYMENTS_SECRET'),
  later: typeof EdgeRuntime === 'undefined' ? undefined : (work) => EdgeRuntime?.waitUntil(work),
}))
