import { unwrap } from '@/lib/server/api'
import { AppError } from '@/lib/server/errors'
import { supabase } from '@/lib/server/supabase'
import { addDays } from '@/lib/time/days'
import type { Database, Json, NextPage, Page } from '@/types/database'
import { statementLines } from '@/types/rules'
import type { ReportLine } from './model/files/provider-report'
import type { Statement } from './model/files/statement'

/**
 * Closes consecutive days up to `to`, a day in the past. Returns how many it closed.
 *
 * @param from the next day to close; null if no day was ever closed. With null, `to` is closed once, which includes all earlier
 * days.
 * @param onDay called after each closed day
 */
export async function closeDays(from: string | null, to: string, onDay: (day: string) => void): Promise<number> {
  let count = 0
  for (let day = from ?? to; day <= to; day = addDays(day, 1)) {
    await unwrap(supabase.rpc('close_day', { day }))
    count++
    onDay(day)
  }
  return count
}

export const lockPeriod = async (until_day: string) => unwrap(supabase.rpc('lock_period', { until_day }))

export const remitTax = async (month: string, on_day: string) => unwrap(supabase.rpc('remit_tax', { month, on_day }))

/**
 * Requests the week's payout of every driver. One request to the server covers 500 drivers, so the request is repeated until
 * the run is finished, at most 400 times. Returns the run; its `finished_at` is null if it is still not finished.
 */
export async function runPayouts(client_key: string) {
  let run = await unwrap(supabase.rpc('run_payouts', { client_key }))
  for (let calls = 1; run.finished_at === null && calls < 400; calls++) {
    run = await unwrap(supabase.rpc('run_payouts', { client_key }))
  }
  return run
}

const FILE_PAGE = 1000

/** A withdrawal that a payment file could pay. */
export type PayoutRow = { [Part in keyof Row]: Part extends 'sent_at' ? Row[Part] : NonNullable<Row[Part]> }
type Row = Database['public']['CompositeTypes']['payout_file_row']

/** Reads all withdrawals that a payment file could pay. */
export async function getPayoutFile(): Promise<PayoutRow[]> {
  const all: PayoutRow[] = []
  for (let after: NextPage = {}; after; ) {
    const { rows, next }: Page<Row> = await unwrap(
      supabase.rpc('payout_file', { page_size: FILE_PAGE, is_sent: false, ...after })
    )
    all.push(...(rows as PayoutRow[]))
    after = next
  }
  return all
}

/**
 * Marks the withdrawals of a payment file as sent and returns them. If an earlier file already contained one, its `sent_at` is
 * set; otherwise it is null.
 */
export async function sendPayouts(ids: readonly string[]): Promise<PayoutRow[]> {
  const sent: PayoutRow[] = []
  for (let at = 0; at < ids.length; at += FILE_PAGE) {
    const only_ids = ids.slice(at, at + FILE_PAGE)
    const { rows } = await unwrap(supabase.rpc('payout_file', { only_ids, page_size: FILE_PAGE, is_sent: true }))
    sent.push(...(rows as PayoutRow[]))
  }
  return sent
}

export interface Matched {
  /** Number of new lines by outcome. */
  outcomes: Record<string, number>
  /** Number of lines that were already imported from earlier files. */
  known: number
}

/** Imports a bank statement, 5,000 lines per request. Each line counts once, however often it is imported. */
export async function matchStatement(
  { lines, closing }: Statement,
  onProgress: (lines: number) => void
): Promise<Matched> {
  const matched: Matched = { outcomes: {}, known: 0 }
  for (let at = 0; at === 0 || at < lines.length; at += statementLines) {
    const part = lines.slice(at, at + statementLines)
    const isLast = at + statementLines >= lines.length
    const rows = await unwrap(
      supabase.rpc('match_statement', { entries: part as unknown as Json, closing: isLast ? (closing as Json) : null })
    )
    for (const { outcome, duplicate } of rows) {
      if (duplicate) matched.known++
      else matched.outcomes[outcome ?? ''] = (matched.outcomes[outcome ?? ''] ?? 0) + 1
    }
    onProgress(Math.min(lines.length, at + statementLines))
  }
  return matched
}

export interface Reported {
  new_lines: number
  matched: number
  missing_here: number
  amount_differs: number
}

/** Imports a payment provider's report, 5,000 lines per request. Each line counts once, however often it is imported. */
export async function recordReport(
  provider: string,
  lines: readonly ReportLine[],
  onProgress: (lines: number) => void
): Promise<Reported> {
  const sum: Reported = { new_lines: 0, matched: 0, missing_here: 0, amount_differs: 0 }
  for (let at = 0; at < lines.length; at += statementLines) {
    const part = lines.slice(at, at + statementLines)
    const result = await unwrap(supabase.rpc('record_provider_report', { provider, lines: part as unknown as Json }))
    for (const name of ['new_lines', 'matched', 'missing_here', 'amount_differs'] as const)
      sum[name] += result[name] ?? 0
    onProgress(Math.min(lines.length, at + statementLines))
  }
  return sum
}

export type LineUse = 'provider' | 'tax' | 'fees' | 'cash' | 'other'

export const assignLine = async (id: number, as_what: LineUse, target: string | null, reason: string) =>
  unwrap(supabase.rpc('assign_bank_line', { id, as_what, target, reason }))

export const acceptDifference = async (provider: string, line_ref: string, reason: string) =>
  unwrap(supabase.rpc('accept_provider_line', { provider, line_ref, reason }))

export const decideFlag = async (event_id: string, decision: string, reason: string) =>
  unwrap(supabase.rpc('decide_payment_flag', { event_id, decision, reason }))

export async function retryPayment(job_id: number): Promise<void> {
  const isAsked = await unwrap(supabase.rpc('retry_payment', { job_id }))
  if (!isAsked) throw new AppError('decision_not_possible')
}

export async function closeStuck(job_id: number, outcome: string, reason: string): Promise<void> {
  await unwrap(supabase.rpc('close_stuck_payment', { job_id, outcome, reason }))
}

export interface Debt {
  bookingId?: string
  userId?: string
}

export const writeOff = async ({ bookingId, userId }: Debt, reason: string, client_key: string) =>
  unwrap(supabase.rpc('write_off', { booking_id: bookingId ?? null, user_id: userId ?? null, reason, client_key }))

export const CHARGE_KINDS = ['rent', 'insurance', 'radio', 'other'] as const
export type ChargeKind = (typeof CHARGE_KINDS)[number]

export interface NewCharge {
  driverId: string
  kind: ChargeKind
  amount: number
  weekly: boolean
  from: string
  until: string | null
  note: string
}

export const addCharge = async ({ driverId, from, until, ...charge }: NewCharge, client_key: string) =>
  unwrap(
    supabase.rpc('add_driver_charge', { ...charge, driver_id: driverId, from_day: from, until_day: until, client_key })
  )

export const endCharge = async (id: string, until_day: string) =>
  unwrap(supabase.rpc('end_driver_charge', { id, until_day }))
