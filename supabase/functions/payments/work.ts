import { setTimeout as delay } from 'node:timers/promises'
import { pooledMap } from '@std/async/pool'
import { ProviderFailure } from '../_shared/http-client/failure.ts'
import { HttpError } from '../_shared/kernel/errors.ts'
import { begin, type BeginDeps, canHold, ruleOf } from './begin.ts'
import { paymentOf, type PaymentView } from './payment.ts'
import { PaymentRefused } from './providers/errors.ts'
import { toMinor } from './providers/money.ts'
import type { Adapter, Fact, KeptCard, Payment, ProviderName } from './providers/types.ts'
import { record } from './record.ts'
import type { Registry } from './registry.ts'
import type { ReadPaymentSettings } from './settings.ts'

/** A queued request to a provider, as the SQL function `take_payment_jobs` returns it. `ask` queries a payment's state. */
interface Job {
  job_id: number
  kind: 'ask' | 'refund' | 'capture' | 'void' | 'forget' | 'hold'
  /** The payment; null for a hold that has not begun. */
  payment: PaymentView | null
  refund_id: string | null
  /** The amount to refund or capture, as a text with decimals such as `12.50`. */
  amount: string | null
  attempts: number
  /** Whether an earlier attempt may have reached the provider. */
  is_repeated: boolean
  /** For a refund: the sum of the payment's other refunds that the provider has executed, as a text with decimals. */
  refunds_done: string | null
  /** For `forget`: the saved card to delete at the provider. */
  card?: KeptCard | null
  /** For `hold`: the provider of the saved card, and whether the card's owner is away. */
  hold?: { provider: ProviderName; off_session: boolean } | null
}

type PaymentJob = Job & { kind: Exclude<Job['kind'], 'hold'>; payment: PaymentView }

export interface WorkDeps extends BeginDeps {
  registry: Registry
  settings: ReadPaymentSettings
  now?: () => number
  wait?: (ms: number) => Promise<void>
}

/** How an attempt at a job ended: `done`; `again`: the job is tried again later; `failed`: the job is not tried again. */
type Ended = 'done' | 'again' | 'failed'

export type Worked = Record<Ended, number>

interface Ending {
  outcome: Ended
  /** Why the job ended in this way, for the operator's staff. */
  note?: string
  retryAfterSecs?: number
  /** The provider's id of a refund. */
  ref?: string
  /** Whether it is certain that this attempt did not reach the provider. */
  nothingSent?: boolean
}

/**
 * BATCH is the number of jobs leased at once. AT_ONCE is how many of them run concurrently. JOB_MS is the time limit of one job
 * (ms). With these numbers even a batch of slow jobs ends before its lease of two minutes ends.
 */
const BATCH = 20
const AT_ONCE = 4
const JOB_MS = 20_000
const LOOK_EVERY_MS = 2000
/** A call of `work` that finds no jobs for this long (ms) ends, even if `forSeconds` is longer. */
const IDLE_MS = 10_000
const LONGEST_MS = 100_000

/**
 * Runs the jobs that the database has queued for providers. Several calls may run at once, because each job is leased to one of
 * them. If a call dies, its jobs are repeated after the lease has ended. Idempotency keys, or checks before sending
 * (`refunding.ts`), prevent a second execution.
 *
 * @param forSeconds how long to keep polling, every two seconds; 0: until a poll finds no jobs
 */
export async function work(deps: WorkDeps, forSeconds: number): Promise<Worked> {
  const { database, now = Date.now, wait = delay } = deps
  const began = now()
  const worked: Worked = { done: 0, again: 0, failed: 0 }
  let lastFound = began
  while (now() - began < LONGEST_MS) {
    const jobs = await database.rpc<Job[]>('take_payment_jobs', { job_limit: BATCH })
    if (jobs.length > 0) {
      lastFound = now()
      for await (const outcome of pooledMap(AT_ONCE, jobs, (job) => handle(deps, job))) worked[outcome]++
    } else {
      if (now() - began >= forSeconds * 1000 || now() - lastFound >= IDLE_MS) break
      await wait(LOOK_EVERY_MS)
    }
  }
  return worked
}

/** Runs one job; returns how it ended. Never throws, so the rest of the batch continues. */
async function handle(deps: WorkDeps, job: Job): Promise<Ended> {
  const { database, log } = deps
  const ending = await end(deps, job)
  const { outcome, note, retryAfterSecs, ref, nothingSent = false } = ending
  log({
    event: 'payment_job',
    provider: providerOf(job),
    kind: job.kind,
    payment: job.payment?.id ?? null,
    attempt: job.attempts,
    outcome,
    ...(note !== undefined && { note }),
  })
  // If this report fails, the job is repeated when its lease has ended.
  await database.rpc('finish_payment_job', {
    job_id: job.job_id,
    outcome,
    note: note ?? null,
    retry_after: retryAfterSecs ?? null,
    ref: ref ?? null,
    nothing_sent: nothingSent && !job.is_repeated,
  }).catch(() => {})
  return outcome
}

const providerOf = ({ payment, hold }: Job): ProviderName | null => payment?.provider ?? hold?.provider ?? null

const isOfPayment = (job: Job): job is PaymentJob => job.kind !== 'hold' && job.payment !== null

async function end(deps: WorkDeps, job: Job): Promise<Ending> {
  const adapter = deps.registry.get(providerOf(job) as ProviderName)
  if (!adapter) return { outcome: 'again', note: 'the provider is off', nothingSent: true }
  try {
    return await (isOfPayment(job) ? carryOut(deps, adapter, job) : hold(deps, adapter, job))
  } catch (error) {
    if (error instanceof PaymentRefused) return { outcome: 'failed', note: error.message }
    if (error instanceof ProviderFailure) {
      const { kind, message, retryAfterMs } = error
      return {
        outcome: 'again',
        note: `${kind}: ${message}`,
        nothingSent: true,
        ...(retryAfterMs !== undefined && { retryAfterSecs: Math.ceil(retryAfterMs / 1000) }),
      }
    }
    if (error instanceof HttpError) return { outcome: 'again', note: error.code }
    deps.log({ event: 'payment_job_error', provider: providerOf(job), error: String(error) })
    return { outcome: 'again', note: error instanceof Error ? error.name : 'error' }
  }
}

async function carryOut(deps: WorkDeps, adapter: Adapter, job: PaymentJob): Promise<Ending> {
  const payment = paymentOf(job.payment)
  const budget = { endsAt: Date.now() + JOB_MS }
  const recordFacts = async (facts: Promise<Fact[]> | undefined): Promise<Ending> => {
    if (!facts) return { outcome: 'failed', note: `the provider has no ${job.kind}` }
    await record(deps, job.payment.provider, await facts, payment)
    return { outcome: 'done' }
  }
  switch (job.kind) {
    case 'ask':
      return adapter.fetch
        ? await recordFacts(adapter.fetch(payment, budget))
        : { outcome: 'done', note: 'it cannot be asked' }
    case 'refund':
      return await giveBack(adapter, payment, job, budget)
    case 'capture':
      return await recordFacts(adapter.capture?.(payment, toMinor(job.amount ?? '', payment.currency), budget))
    case 'void':
      return await recordFacts(adapter.void?.(payment, budget))
    case 'forget':
      if (job.card) await adapter.cards?.forget(job.card, budget)
      return { outcome: 'done' }
  }
}

/**
 * Reserves the fare of a ride on its rider's saved card. If the bank wants the rider, their next step is stored, and the database
 * tells them.
 */
async function hold(deps: WorkDeps, adapter: Adapter, { job_id, hold }: Job): Promise<Ending> {
  const isAway = hold?.off_session ?? true
  if (!canHold(adapter) || !adapter.cards || isAway && !adapter.cards.offSession) {
    return { outcome: 'failed', note: 'the provider reserves nothing on a saved card' }
  }
  const budget = { endsAt: Date.now() + JOB_MS }
  let view: PaymentView
  try {
    const rule = ruleOf(adapter, (await deps.settings()).currency)
    view = await deps.database.rpc<PaymentView>('begin_hold', { job_id, rule })
  } catch (error) {
    // The database refuses: the ride has ended, or is reserved, or the card was removed.
    if (error instanceof HttpError && error.status < 500) return { outcome: 'failed', note: error.code }
    throw error
  }
  if (view.status !== 'created') return { outcome: 'done' }
  await begin(deps, adapter, view, budget, { isAway })
  return { outcome: 'done' }
}

async function giveBack(adapter: Adapter, payment: Payment, job: Job, budget: { endsAt: number }): Promise<Ending> {
  const { currency } = payment
  const refund = {
    id: job.refund_id ?? '',
    amount: toMinor(job.amount ?? '', currency),
    isRepeated: job.is_repeated,
    ...(job.refunds_done && { doneBefore: toMinor(job.refunds_done, currency) }),
  }
  const { state, ref, reason } = await adapter.refund(payment, refund, budget)
  const outcome = state === 'pending' ? 'again' : state
  const note = reason ?? (state === 'pending' ? 'the provider has not decided yet' : undefined)
  return { outcome, ...(ref !== undefined && { ref }), ...(note !== undefined && { note }) }
}
