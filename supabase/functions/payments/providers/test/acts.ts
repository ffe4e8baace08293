import type { Act } from '../../contract.ts'
import type { Payment, ProviderRequest } from '../types.ts'
import { cardOf, type TestWebhook } from './adapter.ts'
import { sign, SIGNATURE } from './signature.ts'

/** The webhooks that the test provider sends at once (`now`), and those that it sends after DELAY_MS (`later`). */
export interface Acted {
  now: TestWebhook[]
  later: TestWebhook[]
}

/** Time until the test provider decides a delayed payment (ms). */
export const DELAY_MS = 3000
const DAY_MS = 86_400_000

/** Returns the webhooks of the test provider for the behaviour (`act`) that the payer has chosen. */
export function webhooksOf(act: Act, payment: Payment, isPaid: boolean, now: number): Acted {
  const one = (kind: TestWebhook['kind'], changes: Partial<TestWebhook> = {}): TestWebhook => ({
    id: `test_evt_${crypto.randomUUID()}`,
    kind,
    payment: payment.id,
    charge: `test_ch_${payment.id}`,
    amount: payment.amount,
    currency: payment.currency,
    ...changes,
  })
  const yes = one(payment.isHold ? 'authorized' : 'paid', {
    fee: Math.round(payment.amount * 0.014),
    ...(payment.savesCard && { card: cardOf(payment) }),
  })
  const dispute = { dispute: `test_dp_${payment.id}` }
  const onlyNow = (...webhooks: TestWebhook[]): Acted => ({ now: webhooks, later: [] })
  switch (act) {
    case 'approve':
      return onlyNow(yes)
    case 'decline':
      return onlyNow(one('failed'))
    case 'delay':
      return { now: [one('pending')], later: [yes] }
    case 'double':
      // Send the same webhook twice, and the same charge in another webhook.
      return onlyNow(yes, yes, { ...yes, id: `${yes.id}_again` })
    case 'twice':
      // Report a second charge of the same payment, as if the customer had paid on two devices.
      return onlyNow(yes, one(yes.kind, { charge: `test_ch_${payment.id}_2` }))
    case 'out_of_order':
      return onlyNow(yes, one('pending'), one('failed'))
    case 'wrong_amount':
      return onlyNow({ ...yes, amount: payment.amount > 100 ? payment.amount - 100 : payment.amount + 100 })
    case 'chargeback': {
      const opened = one('chargeback', { ...dispute, due_at: new Date(now + 7 * DAY_MS).toISOString() })
      return onlyNow(...(isPaid ? [] : [yes]), opened)
    }
    case 'chargeback_won':
    case 'chargeback_lost':
      return onlyNow(one(act, dispute))
  }
}

/** Returns a signed webhook as the request that our function would receive from a provider's server. */
export async function heardOf(webhook: TestWebhook, secret: string, url: URL, now: number): Promise<ProviderRequest> {
  const bytes = new TextEncoder().encode(JSON.stringify(webhook))
  const headers = new Headers({ 'content-type': 'application/json', [SIGNATURE]: await sign(secret, bytes, now) })
  return { bytes, headers, url, method: 'POST' }
}
