import { randomBytes } from 'node:crypto'
import type { Database } from '../types.ts'

/**
 * Returns the key that signs webhooks of the test payment provider: the environment variable TEST_PAYMENTS_SECRET if it is set,
 * else a random key if the app has the demo bar. Otherwise returns null, and there is no test provider.
 */
export const testPaymentsSecret = (hasDemo: boolean, env: NodeJS.ProcessEnv): string | null =>
  env.TEST_PAYMENTS_SECRET || (hasDemo ? randomBytes(32).toString('hex') : null)

/** Allows the test payment provider, which moves no money, so that everything can be paid in the demo. */
export async function allowTestPayments(database: Database): Promise<void> {
  await database.query('update public.settings set test_payments = true where id = 1 and not test_payments')
}
