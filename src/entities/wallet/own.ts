import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/** What is in one's wallet, and what of it may be taken out when: the database's word. */
export interface OwnWallet {
  balance: number
  /** The part of balance that fares alone spend. */
  bonus: number
  /** What may be taken out now; never below 0. */
  withdrawable: number
  /** What a card paid in: it goes back to its card. */
  locked_topups: number
  /** Tips by card that may be taken out in some days. */
  locked_tips: number
  may_withdraw: boolean
  /** No withdrawal is taken before; null where nothing waits. */
  waits_until: string | null
}

export const ownWalletKey = (userId: string) => ['own-wallet', userId]

const getOwnWallet = async () => (await unwrap(supabase.rpc('own_wallet'))) as OwnWallet

export const useOwnWallet = (userId: string, refreshInterval = 0) =>
  useSWR(ownWalletKey(userId), getOwnWallet, { refreshInterval })
