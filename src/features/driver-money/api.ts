import type { StatementAsked } from '@contract/receipts'
import useSWR from 'swr'
import { invoke, unwrap } from '@/lib/api'
import type { Period } from '@/lib/days'
import { saveFile } from '@/lib/save-file'
import { supabase } from '@/lib/supabase'
import type { Database } from '@/types/database'

type Functions = Database['public']['Functions']

/** What a day brought, as the ledger has it: what was kept back, and cash that was collected, are below zero. */
export type MoneyDay = Functions['driver_money']['Returns'][number]
/** The same of one trip. */
export type MoneyTrip = Functions['driver_money_trips']['Returns'][number]
/** What is owed to the driver and by them, and when it is settled. */
export interface Account {
  wallet_balance: number
  owed: number
  owing: number
  pending_withdrawals: number
  /** Of trips that wait for the driver's word that they are paid. */
  cash_to_confirm: number
  /** The next day on which all drivers are paid; null where the office decides. */
  settled_on: string | null
  /** Whether trips in cash are refused that would take the wallet below zero. */
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

/** The statement of the week that a day is in, saved by the browser. */
export async function saveStatement(week: string, lang: string): Promise<void> {
  const asked: StatementAsked = { week, lang }
  saveFile(await invoke<Blob>('receipts/statement', asked), `statement-${week}.pdf`)
}
