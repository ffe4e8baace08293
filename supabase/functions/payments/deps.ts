import type { Log } from '../_shared/http-client/log.ts'
import type { Authenticate } from '../_shared/kernel/auth.ts'
import type { TakeLimit } from '../_shared/kernel/rate-limit.ts'
import type { Registry } from './registry.ts'
import type { ReadPaymentSettings } from './settings.ts'
import type { WorkDeps } from './work.ts'

export interface PaymentsDeps extends WorkDeps {
  registry: Registry
  log: Log
  authenticate: Authenticate
  takeLimit: TakeLimit
  settings: ReadPaymentSettings
  /** Public address of this function, such as `https://abc.supabase.co/functions/v1/payments`. */
  functionUrl: string
  /** Public address of the app, to which browsers are redirected. */
  siteUrl: string
  /**
   * The secret that pg_cron sends in the header `x-cron-secret`. If it is not set, only the project's secret key is admitted.
   */
  cronSecret: string | undefined
  /** The key that signs the test provider's webhooks. */
  testSecret: string | undefined
  /** Lets work continue after the response, if the platform supports it. */
  later?: ((work: Promise<unknown>) => void) | undefined
}
