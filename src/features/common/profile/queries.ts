import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Tables } from '@/types/database'

/** The results of the caller's invitations; amounts are in the operator's currency. */
export interface OwnInvitations {
  code: string
  /** The bonus that the inviting and the invited person each get now. */
  bonus: number
  /** Number of people who signed up with the code. */
  invited: number
  /** Number of invited people for whom the caller has got the bonus so far. */
  rewarded: number
  earned: number
  left_this_month: number
}

export const getInvitations = async () => (await unwrap(supabase.rpc('own_referrals'))) as OwnInvitations

/** A signed-in device; `name` is its user agent. */
export interface OwnSession {
  id: string
  name: string | null
  is_current: boolean
  seen_at: string | null
}

export const getSessions = async () => (await unwrap(supabase.rpc('own_sessions'))) as OwnSession[]

/** Kinds of messages that a device can get. */
export const PUSH_CHANNELS = ['trips', 'chat', 'wallet', 'news'] as const

/** A device that gets the person's push messages. */
export type PushDevice = Pick<Tables<'push_tokens'>, 'token' | 'name' | 'platform' | 'channels' | 'seen_at'>

export const getPushDevices = async (userId: string): Promise<PushDevice[]> =>
  unwrap(
    supabase
      .from('push_tokens')
      .select('token,name,platform,channels,seen_at')
      .eq('user_id', userId)
      .order('seen_at', { ascending: false })
  )

/** Whether the caller agreed to news on a channel; `receiver` is the masked address or number that the account has proved. */
export interface NewsConsent {
  channel: 'mail' | 'sms'
  receiver: string
  given: boolean
}

/** Reads to which news the caller agreed: a row for each channel that is possible. */
export const getNewsConsents = async () => (await unwrap(supabase.rpc('news_consents'))) as NewsConsent[]

/** Reads all data that is stored about the caller. @throws AppError `demo_mode` */
export const exportOwnData = async (): Promise<unknown> => unwrap(supabase.rpc('export_my_data'))

/** What happens to the money in the caller's wallet if the account is deleted now. */
export interface WalletAtDeletion {
  to_cards: number
  /** What no card can take; negative if the caller owes money. */
  remaining_balance: number
  /** Whether the office can be asked to pay it out. */
  can_ask: boolean
}

export const getWalletAtDeletion = async () => (await unwrap(supabase.rpc('wallet_at_deletion'))) as WalletAtDeletion
