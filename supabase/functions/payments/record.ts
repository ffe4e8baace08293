import type { Log } from '../_shared/http-client/log.ts'
import type { Database } from '../_shared/kernel/database.ts'
import { isStorable, isUuid } from '../_shared/kernel/validate.ts'
import { toMajor } from './providers/money.ts'
import type { Fact, ProviderName } from './providers/types.ts'

/** What `record_payment_event` did with a fact (SQL type `public.payment_effect`). */
export interface Effect {
  outcome: string
  duplicate: boolean
  payment_id: string | null
  booking_id: string | null
  booking_status: string | null
}

export interface RecordDeps {
  database: Database
  log: Log
}

/** Largest message of a provider that we store, in characters of JSON. */
const MOST_KEPT = 16_000

/** The payment that a fact is about, if the caller knows it. */
export interface Known {
  id: string
}

/**
 * Stores a provider's facts in the database, which compares each fact with the stored payment and applies it once.
 *
 * @param known the payment about which the provider was queried, if any; used for facts that name no payment
 * @throws {HttpError} 503 if the database fails, so that the provider sends the webhook again
 */
export async function record(
  { database, log }: RecordDeps,
  provider: ProviderName,
  facts: readonly Fact[],
  known?: Known,
): Promise<Effect[]> {
  const effects: Effect[] = []
  for (const fact of facts) {
    const effect = await database.rpc<Effect>('record_payment_event', argsOf(provider, fact, known))
    log({
      event: 'payment_event',
      provider,
      kind: fact.kind,
      outcome: effect.outcome,
      duplicate: effect.duplicate,
      payment: effect.payment_id,
    })
    await keepCard(database, fact, effect.payment_id)
    effects.push(effect)
  }
  return effects
}

/**
 * Stores the card of a payment. The database refuses it if the customer did not agree, or has removed the card since. A
 * repeated fact does not store the card again.
 */
async function keepCard(database: Database, { card, kind }: Fact, paymentId: string | null): Promise<void> {
  if (!card || !paymentId || kind !== 'paid' && kind !== 'authorized') return
  await database.rpc('save_card', {
    payment_id: paymentId,
    token: card.token,
    customer_ref: card.customer,
    brand: card.brand,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
  })
}

function argsOf(provider: ProviderName, fact: Fact, known?: Known): Record<string, unknown> {
  const currency = fact.currency?.toUpperCase() || null
  const decimal = (minor: number | null | undefined) =>
    minor === null || minor === undefined || currency === null ? null : toMajor(minor, currency)
  // An id that is no UUID was made by another system that uses the same account, so the fact is not about a payment of ours.
  const paymentId = fact.paymentId === null ? known?.id ?? null : isUuid(fact.paymentId) ? fact.paymentId : null
  return {
    provider,
    event_id: fact.eventId,
    payment_id: paymentId,
    amount: decimal(fact.amount),
    currency,
    status: fact.kind,
    payload: kept(fact.raw),
    provider_ref: fact.ref ?? null,
    charge_ref: fact.chargeRef ?? null,
    fee: decimal(fact.fee),
    refund_id: isUuid(fact.refundId) ? fact.refundId : null,
    refund_ref: fact.refundRef ?? null,
    dispute_ref: fact.disputeRef ?? null,
    due_at: fact.dueAt ?? null,
  }
}

/** Returns the provider's message. If it is too long (`MOST_KEPT`) or cannot be stored, returns why it was left out. */
function kept(raw: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(raw)
  if (text.length > MOST_KEPT) return { left_out: `${text.length} characters` }
  return isStorable(raw) ? raw : { left_out: 'characters that no database keeps' }
}
