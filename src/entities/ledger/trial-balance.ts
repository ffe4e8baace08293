import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Period } from '@/lib/time/days'
import type { Account } from './accounts'

export const trialBalanceKey = ({ from, to }: Period) => ['trial-balance', from, to] as const

/** Reads the trial balance: the figures of every ledger account for a period. Its first and last day are included. */
export const getTrialBalance = ({ from, to }: Period): Promise<Account[]> =>
  unwrap(supabase.rpc('trial_balance', { from_day: from, to_day: to }))

export function useTrialBalance(period: Period) {
  return useSWR(trialBalanceKey(period), () => getTrialBalance(period))
}
