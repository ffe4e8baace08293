import useSWR, { useSWRConfig } from 'swr'
import { ownWalletKey, useOwnWallet, useWalletHistory } from '@/entities/wallet'
import { unwrap } from '@/lib/server/api'
import { pollInterval } from '@/lib/server/live'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'
import type { Tables } from '@/types/database'

export type Withdrawal = Tables<'withdraw_requests'>

export type Bank = Pick<Tables<'bank_details'>, 'bank_name' | 'bank_code' | 'bank_account'>

export const walletKeys = {
  own: ownWalletKey,
  withdrawals: (userId: string) => ['own-withdrawals', userId],
  bank: (userId: string) => ['own-bank', userId]
}

/** Maximum number of withdrawals shown, latest first. */
const SHOWN = 20

const getWithdrawals = async (userId: string): Promise<Withdrawal[]> =>
  unwrap(
    supabase.from('withdraw_requests').select().eq('user_id', userId).order('date', { ascending: false }).limit(SHOWN)
  )

const getBank = async (userId: string): Promise<Bank | null> =>
  unwrap(supabase.from('bank_details').select('bank_name,bank_code,bank_account').eq('user_id', userId).maybeSingle())

/** A person's wallet, withdrawals and movements, updated by broadcasts on the person's topic. */
export function useWallet(userId: string) {
  const { mutate } = useSWRConfig()
  const reload = () =>
    Promise.all([...Object.values(walletKeys).map((keyOf) => mutate(keyOf(userId))), history.mutate()])
  const channel = useBroadcast(`user:${userId}`, reload, { events: ['wallet', 'withdrawal', 'notice'] })
  const refreshInterval = pollInterval(channel)
  const history = useWalletHistory(userId, refreshInterval)
  const own = useOwnWallet(userId, refreshInterval)
  const withdrawals = useSWR(walletKeys.withdrawals(userId), ([, id]) => getWithdrawals(id as string), {
    refreshInterval
  })
  return { own, withdrawals, history, reload }
}

/** The account to which money is paid out; null if none is set. */
export const useBank = (userId: string | null) =>
  useSWR(userId === null ? null : walletKeys.bank(userId), ([, id]) => getBank(id as string))
