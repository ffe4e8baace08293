import { randomBytes } from 'node:crypto'
import type { Database } from '../types.ts'

/** Key that signs the test provider's webhooks: the shell's, else a random one with the demo; null if it is off. */
export const testPaymentsSecret = (hasDemo: boolean, env: NodeJS.ProcessEnv): string | null =>
  env.TEST_PAYMENTS_SECRET || (hasDemo ? randomBytes(32).toString('hex') : null)

/** With the demo, everything can be paid by the provider that moves no money. */
export async function allowTestPayments(database: Database): Promise<void> {
  await database.query('update public.settings set test_payments = true where id = 1 and not test_payments')
}
