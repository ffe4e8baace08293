import type { Budget } from '../_shared/http-client/client.ts'
import { ProviderFailure } from '../_shared/http-client/failure.ts'
import { HttpError } from '../_shared/kernel/errors.ts'
import { paymentOf, type PaymentView } from './payment.ts'
import { PaymentRefused } from './providers/errors.ts'
import { toMajor } from './providers/money.ts'
import type { Adapter, Charged, KeptCard, Next, Started, Urls } from './providers/types.ts'
import { record, type RecordDeps } from './record.ts'
import { returnKeyOf } from './token.ts'

/** What beginning a payment at its provider needs, in a checkout and in a job. */
export interface BeginDeps extends RecordDeps {
  /** Public address of this function. */
  functionUrl: string
}

export const canHold = (adapter: Adapter): boolean => adapter.capture !== undefined && adapter.void !== undefined

/**
 * Returns what a provider takes, by which the database checks and rounds the amount before it stores a payment.
 *
 * @throws {HttpError} 409 `payment_not_possible` if the provider does not take the operator's currency
 */
export function ruleOf(adapter: Adapter, currency: string): { step: string; min?: string; max?: string } {
  if (!adapter.currencies.includes(currency)) {
    throw new HttpError(409, 'payment_not_possible', `The provider does not take ${currency}`, 'Choose another one')
  }
  const { min, max } = adapter.limits?.(currency) ?? {}
  return {
    step: toMajor(adapter.step?.(currency) ?? 1, currency),
    ...(min !== undefined && { min: toMajor(min, currency) }),
    ...(max !== undefined && { max: toMajor(max, currency) }),
  }
}

async function urlsOf({ functionUrl }: BeginDeps, { id, provider, pay_token }: PaymentView): Promise<Urls> {
  const link = pay_token ? `&link=${await returnKeyOf(pay_token)}` : ''
  const back = `${functionUrl}/return/${provider}?payment=${id}${link}`
  return { back, cancel: `${back}&cancelled=1`, webhook: `${functionUrl}/webhook/${provider}` }
}

/**
 * Starts a payment at its provider and stores the result: the customer's next step, or what the provider reports at once. If the
 * customer chose a saved card, the card is charged and no page is needed, unless the bank requires authentication.
 *
 * @param job given if a job starts the payment: then only a saved card can pay it. `isAway`: its owner is away
 * @throws {PaymentRefused} if the card is declined, or is needed and gone
 * @throws {ProviderFailure}
 */
export async function begin(
  deps: BeginDeps,
  adapter: Adapter,
  view: PaymentView,
  budget: Budget,
  job?: { isAway: boolean },
): Promise<void> {
  const payment = paymentOf(view)
  const urls = await urlsOf(deps, view)
  const charged = await chargeOf(deps, adapter, view, urls, budget, job?.isAway ?? false)
  if (job && !charged) throw new PaymentRefused('the card was removed')
  const started: Partial<Started> = charged ?? await adapter.create(payment, urls, budget)
  if (started.next) refuseUnsafe(started.next)
  await deps.database.rpc('note_payment', {
    payment_id: view.id,
    provider_ref: started.ref ?? null,
    expires_at: started.expiresAt ?? null,
    next: started.next ?? null,
  })
  if (charged) await record(deps, view.provider, charged.facts, payment)
}

/**
 * Charges the saved card that the customer chose. Returns null if no card was chosen, if the card was removed meanwhile, or if
 * the provider stores no cards. Then the payment is started without a saved card.
 */
async function chargeOf(
  { database }: BeginDeps,
  { cards }: Adapter,
  view: PaymentView,
  urls: Urls,
  budget: Budget,
  isAway: boolean,
): Promise<Charged | null> {
  if (!view.has_card || !cards) return null
  const card = await database.rpc<KeptCard | null>('payment_card', { payment_id: view.id })
  return card && await cards.charge(paymentOf(view), card, urls, budget, isAway)
}

/** Checks that the next step leads to an https address. @throws {ProviderFailure} of kind `garbage` for any other address */
function refuseUnsafe(next: Next): void {
  const address = addressOf(next)
  if (address === null || URL.parse(address)?.protocol === 'https:') return
  throw new ProviderFailure('garbage', 'the page to go to is not reached by https')
}

function addressOf(next: Next): string | null {
  if (next.kind === 'form') return next.action
  if (next.kind === 'client') return next.script
  return next.kind === 'test' ? null : next.url
}
