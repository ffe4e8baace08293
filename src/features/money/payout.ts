import { addDays } from '@/lib/days'
import type { getPayoutFile } from './commands'
import { faultOf, type Payout } from './files/pain001'

type FileRow = Awaited<ReturnType<typeof getPayoutFile>>[number]

/** Monday of the day's ISO week. */
export function weekOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

/** A database row as a payment of a file. */
export const payoutOf = (row: FileRow): Payout => ({
  endToEndId: row.end_to_end_id,
  name: row.name,
  account: row.bank_account,
  bankCode: row.bank_code,
  bankName: row.bank_name,
  amount: row.amount
})

/** A unique id for a file at the bank, at most 35 characters. */
export const messageId = (now: number): string => `HACKNEY-${new Date(now).toISOString().replace(/\D/g, '')}`

interface WithdrawalRow {
  bank_account: string
  bank_code: string
  bank_name: string
  name: string
  amount: number
  sent_at: string | null
}

/** A withdrawal's state: its account is missing or invalid, it is in a file, or it can be paid. */
export type Standing = 'no_bank' | 'faulty' | 'in_file' | 'ready'

/**
 * @param isMasked accounts are masked in a demo, so they are not judged
 */
export function standingOf(row: WithdrawalRow, decimals: number, isMasked: boolean): Standing {
  if (row.bank_account === '') return 'no_bank'
  const payout = {
    endToEndId: 'x',
    name: row.name,
    account: row.bank_account,
    bankCode: row.bank_code,
    bankName: row.bank_name,
    amount: row.amount
  }
  if (!isMasked && faultOf(payout, decimals) !== null) return 'faulty'
  return row.sent_at === null ? 'ready' : 'in_file'
}
