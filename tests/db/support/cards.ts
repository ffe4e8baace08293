import type postgres from 'postgres'
import { type Answer, callAsService } from './people.ts'

/** The fields of a payment that tests read. */
export interface Payment {
  id: string
  amount: string
  currency: string
}

/** The data of a provider's event. */
export interface Fact {
  status: string
  amount?: string | null
  charge?: string
  /** The provider's id of the event, by which it is deduplicated. */
  event?: string
  dispute?: string
  refundId?: string
  fee?: string
}

/** Starts a card payment of a customer; for a booking, the database decides the amount. */
export const begin = (
  sql: postgres.Sql,
  person: string,
  asked: { purpose: string; booking?: string | null; amount?: string; canHold?: boolean }
): Promise<Answer<Payment>> =>
  callAsService<Payment>(
    sql,
    `select p ->> 'id' as id, p ->> 'amount' as amount, p ->> 'currency' as currency
      from public.create_payment($1, 'stripe', $2, $3, $4, $5, $6) p`,
    [asked.purpose, person, asked.booking ?? null, asked.amount ?? null, asked.canHold ?? false, crypto.randomUUID()]
  )

/** Records an event of the provider about a payment. */
export const hear = (sql: postgres.Sql, payment: Payment, fact: Fact): Promise<Answer<{ outcome: string }>> =>
  callAsService<{ outcome: string }>(
    sql,
    `select outcome from public.record_payment_event('stripe', $1, $2, $3, $4, $5, '{}', null, $6, $7, $8, null, $9)`,
    [
      fact.event ?? `evt_${crypto.randomUUID()}`,
      payment.id,
      fact.amount === undefined ? payment.amount : fact.amount,
      payment.currency,
      fact.status,
      fact.charge ?? null,
      fact.fee ?? null,
      fact.refundId ?? null,
      fact.dispute ?? null
    ]
  )

export interface Job {
  job_id: string
  kind: 'ask' | 'refund' | 'capture' | 'void'
  refund_id: string | null
  amount: string | null
  payment_id: string
  currency: string
  status: string
}

export const takeJobs = (sql: postgres.Sql, limit: number): Promise<Job[]> =>
  sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', '{"role": "service_role"}', true), set_config('role', 'service_role', true)`
    return tx<
      Job[]
    >`select job_id, kind, refund_id, amount, payment ->> 'id' as payment_id, payment ->> 'currency' as currency,
      payment ->> 'status' as status from public.take_payment_jobs(${limit})`
  }) as Promise<Job[]>

export const finishJob = (sql: postgres.Sql, id: string, outcome: string): Promise<Answer<{ it: string }>> =>
  callAsService<{ it: string }>(sql, 'select public.finish_payment_job($1, $2) as it', [id, outcome])

/** Runs a job as if the provider did what was asked. */
export async function answerJob(sql: postgres.Sql, job: Job, event?: string): Promise<Answer<object>> {
  const payment: Payment = { id: job.payment_id, amount: job.amount ?? '0', currency: job.currency }
  if (job.kind === 'capture') {
    const heard = await hear(sql, payment, {
      status: 'paid',
      charge: `pi_${payment.id}`,
      ...(event !== undefined && { event })
    })
    if (!heard.ok) return heard
  }
  return finishJob(sql, job.job_id, 'done')
}
