import { createAuthenticate } from '../_shared/kernel/auth.ts'
import { createCallService } from '../_shared/kernel/call-service.ts'
import { createDatabase } from '../_shared/kernel/database.ts'
import { readEnvironment } from '../_shared/kernel/env.ts'
import { createFilesHandler } from './handler.ts'

declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined

const get = (name: string) => Deno.env.get(name)
const environment = readEnvironment(get)

Deno.serve(createFilesHandler({
  database: createDatabase(environment),
  callService: createCallService(environment),
  authenticate: createAuthenticate(environment),
  cronSecret: get('CRON_SECRET'),
  later: typeof EdgeRuntime === 'undefined' ? undefined : (work) => EdgeRuntime?.waitUntil(work),
}))
