import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/** The wallet's balance, and what can be withdrawn when: from the database. */
export interface OwnWallet {
  balance: number
  /** The part of balance for fares only. */
  bonus: number
  /** Withdrawable now; never below 0. */
  withdrawable: number
  /** Card top-ups: they go back to their card. */
  locked_topups: number
  /** Card tips that can be withdrawn in some days. */
  locked_tips: number
  may_withdraw: boolean
  /** No withdrawal before this; null if nothing waits. */
  waits_until: string | null
}

export const ownWalletKey = (userId: string) => ['own-wallet', userId]

const getOwnWallet = async () => (await unwrap(supabase.rpc('own_wallet'))) as OwnWallet

export const useOwnWallet = (userId: string, refreshInterval = 0) =>
  useSWR(ownWalletKey(userId), getOwnWallet, { refreshInterval })
