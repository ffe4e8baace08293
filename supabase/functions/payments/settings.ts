import type { CallService } from '../_shared/kernel/call-service.ts'
import { HttpError } from '../_shared/kernel/errors.ts'

/** The operator's settings for payments. */
export interface PaymentSettings {
  /** The operator's currency, ISO 4217. */
  currency: string
  /** Whether the test provider may be used. */
  hasTest: boolean
}

export type ReadPaymentSettings = () => Promise<PaymentSettings>

const FRESH_MS = 10_000
const TIMEOUT_MS = 5000

/**
 * Returns a function that returns the settings in the table `settings`. It caches them for ten seconds, but does not cache a
 * failure.
 *
 * The function throws an HttpError 503 `server_busy` if the read fails.
 */
export function createPaymentSettings(
  callService: CallService,
  { now = Date.now }: { now?: () => number } = {},
): ReadPaymentSettings {
  let known: { at: number; value: Promise<PaymentSettings> } | null = null

  const read = async (): Promise<PaymentSettings> => {
    try {
      const answer = await callService('/rest/v1/settings?select=code,test_payments&limit=1', { timeoutMs: TIMEOUT_MS })
      const [row] = await answer.json() as { code: string; test_payments: boolean }[]
      if (!answer.ok || !row) throw new Error(`status ${answer.status}`)
      return { currency: row.code, hasTest: row.test_payments }
    } catch (error) {
      known = null
      console.error(`settings: ${error instanceof Error ? error.message : String(error)}`)
      throw new HttpError(503, 'server_busy', 'The database does not answer', 'Try again in a moment')
    }
  }

  return () => {
    if (!known || now() - known.at >= FRESH_MS) known = { at: now(), value: read() }
    return known.value
  }
}
