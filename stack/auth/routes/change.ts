import type { Sql } from '../../types.ts'
import { dropTokens, newSecret, storeSecret } from '../codes.ts'
import type { Context } from '../context.ts'
import { saveFlow } from '../flows.ts'
import type { Challenge } from '../input.ts'
import type { Account } from '../users.ts'

/** Writes what was sent; in the caller's transaction, or in one of its own. */
export type Store = (tx?: Sql) => Promise<void>

/**
 * Sends the codes for a new address: to it, and to the old one too where the project wants both to consent.
 *
 * @returns what stores them, so that a failed message leaves everything as it was
 */
export async function changeEmail(
  { post, config, asAuth }: Context,
  { user }: Account,
  email: string,
  { key, redirectTo, challenge = null }: { key: string; redirectTo: string; challenge?: Challenge | null }
): Promise<Store> {
  const both = config.email.doubleConfirmChanges && user.email !== ''
  const pkce = challenge !== null
  const secret = newSecret(config.otpLength, { pkce })
  const current = both ? { to: user.email, secret: newSecret(config.otpLength, { pkce }) } : null
  const changed = { ...user, new_email: email }
  await post.mail(key, {
    user: changed,
    action: 'email_change',
    to: email,
    secret,
    redirectTo,
    ...(current ? { current } : {})
  })
  const store = async (tx: Sql): Promise<void> => {
    await tx.query(`update auth.users set email_change = $2, email_change_confirm_status = 0 where id = $1::uuid`, [
      user.id,
      email
    ])
    await dropTokens(tx, user.id, ['email_change_token_new', 'email_change_token_current'])
    await storeSecret(tx, user.id, 'email_change_token_new', email, secret)
    if (current) await storeSecret(tx, user.id, 'email_change_token_current', user.email, current.secret)
    if (challenge) await saveFlow(tx, { provider: 'email', method: 'email_change', challenge, userId: user.id })
  }
  return async (tx) => (tx ? store(tx) : asAuth(store))
}

/** Sends the code for a new number, and answers what stores it. */
export async function changePhone(
  { post, config, asAuth }: Context,
  { user }: Account,
  phone: string,
  key: string
): Promise<Store> {
  const fixed = config.phone.testOtp.get(phone)
  const secret = newSecret(config.otpLength, fixed ? { code: fixed } : {})
  if (!fixed) await post.sms(key, { ...user, new_phone: phone }, phone, secret.code)
  const store = async (tx: Sql): Promise<void> => {
    await tx.query(`update auth.users set phone_change = $2 where id = $1::uuid`, [user.id, phone])
    await storeSecret(tx, user.id, 'phone_change_token', phone, secret)
  }
  return async (tx) => (tx ? store(tx) : asAuth(store))
}
