import useSWR, { useSWRConfig } from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Period } from '@/lib/time/days'
import type { Database, Tables } from '@/types/database'

/** A line of a bank statement. */
export type BankLine = Tables<'bank_lines'>

type Functions = Database['public']['Functions']
export type MoneyState = Database['public']['CompositeTypes']['money_state']
export type LedgerRow = Database['public']['CompositeTypes']['ledger_row']
export type HeldDay = Functions['money_days']['Returns'][number]
export type Compared = Functions['reconciliation_sums']['Returns'][number]
export type Difference = Functions['reconciliation']['Returns'][number]
export type Chargeback = Functions['list_chargebacks']['Returns'][number]
export type Flag = Functions['list_payment_flags']['Returns'][number]
export type Stuck = Functions['stuck_payments']['Returns'][number]
export type PayoutRun = Tables<'payout_runs'>
export type PayoutRow = Functions['list_payout_rows']['Returns'][number]
export type Withdrawal = Tables<'withdraw_requests'>

/**
 * Builds a cache key of the money desk. All of them begin with 'money', so that all data is read again together, because one
 * movement changes several figures.
 */
const key = (...parts: readonly (string | null)[]) => ['money', ...parts] as const

export function useRefreshDesk(): () => Promise<unknown> {
  const { mutate } = useSWRConfig()
  return () => mutate((known) => Array.isArray(known) && known[0] === 'money')
}

export const useDesk = ({ from, to }: Period) =>
  useSWR(key('desk', from, to), () => unwrap(supabase.rpc('money_desk', { from_day: from, to_day: to })))

export const useHeldDays = ({ from, to }: Period) =>
  useSWR(key('days', from, to), () => unwrap(supabase.rpc('money_days', { from_day: from, to_day: to })))

export const useMoneyState = () =>
  useSWR(key('status'), async (): Promise<MoneyState> => unwrap(supabase.rpc('money_status')))

export const useCompared = (day: string) =>
  useSWR(key('compared', day), () => unwrap(supabase.rpc('reconciliation_sums', { on_day: day })))

export const SHOWN_DIFFERENCES = 3

/** The first differences between a provider's report and our payments. */
export const useDifferences = (provider: string | null, { from, to }: Period) =>
  useSWR(provider && key('differences', provider, from, to), () =>
    unwrap(
      supabase.rpc('reconciliation', {
        provider: provider as string,
        from_day: from,
        to_day: to,
        page_size: SHOWN_DIFFERENCES
      })
    )
  )

export const useOpenChargebacks = () =>
  useSWR(key('chargebacks'), () => unwrap(supabase.rpc('list_chargebacks', { of_status: 'open', page_size: 20 })))

export const useOpenFlags = () =>
  useSWR(key('flags'), () => unwrap(supabase.rpc('list_payment_flags', { page_size: 20 })))

export const useStuck = () => useSWR(key('stuck'), () => unwrap(supabase.rpc('stuck_payments', { page_size: 20 })))

/** Maximum number of waiting withdrawals that are read and summed; if there are more, the card says so. */
export const MOST_WAITING = 1000

/** Withdrawals that the bank has not paid yet, largest first. */
export const useWaiting = () =>
  useSWR(
    key('waiting'),
    async () =>
      (await unwrap(supabase.rpc('list_withdrawals', { status: 'open', sort: 'amount', page_size: MOST_WAITING }))).rows
  )

export const useRuns = () =>
  useSWR(key('runs'), () =>
    unwrap(
      supabase
        .from('payout_runs')
        .select()
        .order('week', { ascending: false })
        .order('id', { ascending: false })
        .limit(60)
    )
  )

/** Drivers whom a weekly payout could not pay, because their bank details are missing; a null id requests nothing. */
export const useWithoutBank = (runId: string | null) =>
  useSWR(runId && key('no-bank', runId), () =>
    unwrap(supabase.rpc('list_payout_rows', { run_id: runId as string, of_outcome: 'no_bank', page_size: 100 }))
  )

export const useTaxPaid = () =>
  useSWR(key('tax'), () =>
    unwrap(supabase.from('tax_remittances').select().order('month', { ascending: false }).limit(24))
  )

/** The payment providers that have an account in the ledger. */
export function useProviders(): readonly string[] {
  const { data } = useSWR(key('providers'), () => unwrap(supabase.rpc('reconciliation_sums', {})))
  return (data ?? []).map(({ source }) => source).filter((source) => source !== 'bank' && source !== 'wallets')
}
