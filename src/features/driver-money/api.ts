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
export type Account = Functions['driver_account']['Returns'][number]

export const moneyKeys = {
  days: (id: string, { from, to }: Period) => ['driver-money', id, from, to] as const,
  trips: (id: string, { from, to }: Period) => ['driver-money-trips', id, from, to] as const,
  account: (id: string) => ['driver-account', id] as const
}

export const useMoneyDays = (id: string, period: Period) =>
  useSWR<MoneyDay[]>(
    moneyKeys.days(id, period),
    () => unwrap(supabase.rpc('driver_money', { since: period.from, until: period.to })),
    { keepPreviousData: true }
  )

export const useMoneyTrips = (id: string, period: Period) =>
  useSWR<MoneyTrip[]>(
    moneyKeys.trips(id, period),
    () => unwrap(supabase.rpc('driver_money_trips', { since: period.from, until: period.to })),
    { keepPreviousData: true }
  )

export const useAccount = (id: string) =>
  useSWR<Account | null>(moneyKeys.account(id), async () => (await unwrap(supabase.rpc('driver_account')))[0] ?? null)

/** The statement of the week that a day is in, saved by the browser. */
export async function saveStatement(week: string, lang: string): Promise<void> {
  const asked: StatementAsked = { week, lang }
  saveFile(await invoke<Blob>('receipts/statement', asked), `statement-${week}.pdf`)
}
