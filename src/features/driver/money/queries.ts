import type { StatementAsked } from '@contract/receipts'
import useSWR from 'swr'
import { saveFile } from '@/lib/files/save-file'
import { invoke, unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Period } from '@/lib/time/days'
import type { Database } from '@/types/database'

type Functions = Database['public']['Functions']

/** A day's amounts from the ledger; deductions and collected cash are negative. */
export type MoneyDay = Functions['driver_money']['Returns'][number]

/** A trip's amounts from the ledger, signed like those of {@link MoneyDay}. */
export type MoneyTrip = Functions['driver_money_trips']['Returns'][number]

/** What the office and the driver owe each other, and when it is settled. */
export interface Account {
  wallet_balance: number
  owed: number
  owing: number
  pending_withdrawals: number
  /** Cash of trips whose payment the driver has not confirmed yet. */
  cash_to_confirm: number
  /** The next day on which all drivers are paid; null if the office decides when to pay. */
  settled_on: string | null
  /** True if the driver gets no cash trips that would make the wallet negative. */
  blocks: boolean
}

function readAccount(row: Functions['driver_account']['Returns']): Account {
  return {
    wallet_balance: row.wallet_balance ?? 0,
    owed: row.owed ?? 0,
    owing: row.owing ?? 0,
    pending_withdrawals: row.pending_withdrawals ?? 0,
    cash_to_confirm: row.cash_to_confirm ?? 0,
    settled_on: row.settled_on,
    blocks: row.blocks ?? false
  }
}

export const moneyKeys = {
  days: (id: string, { from, to }: Period) => ['driver-money', id, from, to] as const,
  trips: (id: string, { from, to }: Period) => ['driver-money-trips', id, from, to] as const,
  account: (id: string) => ['driver-account', id] as const
}

export const useMoneyDays = (id: string, period: Period) =>
  useSWR<MoneyDay[]>(moneyKeys.days(id, period), () =>
    unwrap(supabase.rpc('driver_money', { since: period.from, until: period.to }))
  )

export const useMoneyTrips = (id: string, period: Period) =>
  useSWR<MoneyTrip[]>(moneyKeys.trips(id, period), () =>
    unwrap(supabase.rpc('driver_money_trips', { since: period.from, until: period.to }))
  )

export const useAccount = (id: string) =>
  useSWR(moneyKeys.account(id), async () => readAccount(await unwrap(supabase.rpc('driver_account'))))

/** Downloads the driver's statement (PDF) of the week that contains the day `week`. */
export async function saveStatement(week: string, lang: string): Promise<void> {
  const asked: StatementAsked = { week, lang }
  saveFile(await invoke<Blob>('receipts/statement', asked), `statement-${week}.pdf`)
}
