import { addDays } from '@/lib/time/days'
import type { getPayoutFile } from '../commands'
import { faultOf, type Payout } from './files/payout-fault'

type FileRow = Awaited<ReturnType<typeof getPayoutFile>>[number]

/** Returns the Monday of the day's ISO week. */
export function weekOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

/** Converts a database row to a payment of a payment file. */
export const payoutOf = (row: FileRow): Payout => ({
  endToEndId: row.end_to_end_id,
  name: row.name,
  account: row.bank_account,
  bankCode: row.bank_code,
  bankName: row.bank_name,
  amount: row.amount
})

/** Creates the unique id of a payment file, of at most 35 characters, from the time. */
export const messageId = (now: number): string => `PAYOUT-${new Date(now).toISOString().replace(/\D/g, '')}`

interface WithdrawalRow {
  bank_account: string
  bank_code: string
  bank_name: string
  name: string
  amount: number
  sent_at: string | null
}

/**
 * A withdrawal's state. It is the first of these that applies:
 *
 * - `no_bank`: no bank account is known.
 * - `faulty`: a bank would reject the payment.
 * - `in_file`: the withdrawal has been put into a payment file.
 * - `ready`: it can be put into a payment file.
 */
export type Standing = 'no_bank' | 'faulty' | 'in_file' | 'ready'

/**
 * Returns the state of a withdrawal.
 *
 * @param isMasked true in a demo. It masks account numbers, so the payment is not checked and never `faulty`
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
