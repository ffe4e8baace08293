import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

/** The person's own wallet: its balance, and how much can be withdrawn when. All figures come from the database. */
export interface OwnWallet {
  balance: number
  /** The part of the balance that can only pay fares. */
  bonus: number
  /** The amount that can be withdrawn now; never below 0. */
  withdrawable: number
  /** Amount of recent top-ups by card. For some days it can only be paid back to the card. */
  locked_topups: number
  /** Amount of recent tips that were paid with card money. It can be withdrawn after some days. */
  locked_tips: number
  can_withdraw: boolean
  /** The time before which nothing can be withdrawn; null if there is no wait. */
  waits_until: string | null
}

export const ownWalletKey = (userId: string) => ['own-wallet', userId]

const getOwnWallet = async () => (await unwrap(supabase.rpc('own_wallet'))) as OwnWallet

/** @param userId null requests nothing */
export const useOwnWallet = (userId: string | null, refreshInterval = 0) =>
  useSWR(userId === null ? null : ownWalletKey(userId), getOwnWallet, { refreshInterval })
