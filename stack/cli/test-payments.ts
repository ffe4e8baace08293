import { randomBytes } from 'node:crypto'
import type { Database } from '../types.ts'

/**
 * Key that signs the test provider's webhooks: the one of the environment, else with the demo a random one; null if the test
 * provider is off.
 */
export const testPaymentsSecret = (hasDemo: boolean, env: NodeJS.ProcessEnv): string | null =>
  env.TEST_PAYMENTS_SECRET || (hasDemo ? randomBytes(32).toString('hex') : null)

/** Allows the test provider, which moves no money, so that with the demo everything can be paid. */
export async function allowTestPayments(database: Database): Promise<void> {
  await database.query('update public.settings set test_payments = true where id = 1 and not test_payments')
}
