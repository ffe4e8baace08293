import type { CreateAsked, ExistsAsked, ReferrerAnswered, UsersAnswered, UsersAsked } from '@contract/accounts'
import { invoke } from '@/lib/server/api'

/** The data that staff enter for a new person's account. */
export type NewAccount = Omit<CreateAsked, 'action' | 'client_key'>

const askUsers = (asked: UsersAsked) => invoke<UsersAnswered>('accounts/users', asked)

/**
 * Creates an account for a person and returns its id.
 *
 * @param clientKey a UUID made once for this account: a repeated call returns the account of the first one
 * @throws AppError `user_exists`, `email_or_mobile_issue`, `person_invalid`, `name_invalid`, `not_allowed`, `too_many_requests`
 */
export async function createAccount(account: NewAccount, clientKey: string): Promise<string> {
  const { uid } = await askUsers({ action: 'create', client_key: clientKey, ...account })
  return uid
}

/**
 * Checks that no account has this email address or phone number.
 *
 * @throws AppError `user_exists`, `email_or_mobile_issue`, `too_many_requests` (a fleet admin may check twenty times an hour)
 */
export const checkNobodyHas = (contacts: ExistsAsked) => invoke<unknown>('accounts/exists', { ...contacts })

/**
 * Deletes a person permanently. Their bookings and payments stay, without the person's name.
 *
 * @throws AppError `demo_mode`, `active_booking`, `wallet_not_empty`, `withdrawal_open`, `not_allowed`
 */
export const deleteAccount = (uid: string) => askUsers({ action: 'delete', uid })

/**
 * Gives a person another e-mail address for signing in. It ends their sessions; both addresses are told.
 *
 * @throws AppError `proper_email`, `user_exists`, `demo_mode`, `not_allowed`
 */
export const setEmail = (uid: string, email: string) => askUsers({ action: 'email', uid, email })

/** Whether a referral code exists. */
export async function checkReferrer(referralId: string): Promise<boolean> {
  const { valid } = await invoke<ReferrerAnswered>('accounts/referrer', { referralId })
  return valid
}
