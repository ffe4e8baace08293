import type { CreateAsked, ExistsAsked, ReferrerAnswered, UsersAnswered, UsersAsked } from '@contract/accounts'
import { invoke } from '@/lib/api'

/** What staff says of a person whom they make an account for. */
export type NewAccount = Omit<CreateAsked, 'action' | 'client_key'>

const askUsers = (asked: UsersAsked) => invoke<UsersAnswered>('accounts/users', asked)

/**
 * Makes an account for somebody and answers its id.
 *
 * @param clientKey a UUID made once for this account: a repeated call answers the account that the first one made
 * @throws AppError `user_exists`, `email_or_mobile_issue`, `person_invalid`, `name_invalid`, `not_allowed`, `too_many_requests`
 */
export async function createAccount(account: NewAccount, clientKey: string): Promise<string> {
  const { uid } = await askUsers({ action: 'create', client_key: clientKey, ...account })
  return uid
}

/**
 * Passes where nobody has this address and number.
 *
 * @throws AppError `user_exists`, `email_or_mobile_issue`, `too_many_requests` (fleet admins ask twenty times an hour)
 */
export const checkNobodyHas = (contacts: ExistsAsked) => invoke<unknown>('accounts/exists', { ...contacts })

/**
 * Takes a person out for good; their bookings and money stay, without the name.
 *
 * @throws AppError `demo_mode`, `active_booking`, `wallet_not_empty`, `withdrawal_open`, `not_allowed`
 */
export const deleteAccount = (uid: string) => askUsers({ action: 'delete', uid })

/** Whether somebody invites by this code. */
export async function checkReferrer(referralId: string): Promise<boolean> {
  const { valid } = await invoke<ReferrerAnswered>('accounts/referrer', { referralId })
  return valid
}
