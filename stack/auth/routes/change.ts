import type { Sql } from '../../types.ts'
import { dropCodes, newSecret, type Secret, storeCode, type TokenType, typesHeld } from '../codes.ts'
import type { Context } from '../context.ts'
import { saveFlow } from '../flows.ts'
import type { Challenge } from '../input.ts'
import type { Account } from '../users.ts'

/** Stores the codes that were sent: in the transaction `tx` if it is given, else in a new one. */
export type Store = (tx?: Sql) => Promise<void>

interface ChangeOptions {
  key: string
  /** IP address of the client that makes the request. */
  requester: string
  /**
   * Whether the codes are only sent again. Anyone can request that, so earlier codes stay valid and a consent that was already
   * given is kept.
   */
  again?: boolean
}

/**
 * Sends the codes for a change of address: to the new address, and also to the old one if the project requires both to consent.
 *
 * @returns a function that stores the codes; call it after the messages were sent, so that a failed message changes nothing
 */
export async function changeEmail(
  context: Context,
  { user, halfConfirmed }: Account,
  email: string,
  options: ChangeOptions & { redirectTo: string; challenge?: Challenge | null }
): Promise<Store> {
  const { post, config, asAuth } = context
  const { key, redirectTo, again = false, challenge = null } = options
  const both = config.email.doubleConfirmChanges && user.email !== ''
  // If one address has consented already, store only the code of the other one. With a second valid code, the first address
  // could consent in place of the other.
  const open = again && halfConfirmed ? await asAuth((tx) => typesHeld(tx, user.id)) : null
  const isOpen = (type: TokenType): boolean => open === null || open.has(type)
  const pkce = challenge !== null
  const secret = newSecret(config.otpLength, { pkce })
  const current = both ? { to: user.email, secret: newSecret(config.otpLength, { pkce }) } : null
  await post.mail(key, {
    user: { ...user, new_email: email },
    action: 'email_change',
    to: email,
    secret,
    redirectTo,
    ...(current ? { current } : {})
  })
  const store = async (tx: Sql): Promise<void> => {
    if (!again) await beginChange(tx, user.id, email)
    const flowId = challenge
      ? await saveFlow(tx, { provider: 'email', method: 'email_change', challenge, userId: user.id })
      : null
    const put = (type: TokenType, address: string, made: Secret): Promise<void> =>
      isOpen(type)
        ? storeCode(tx, {
            userId: user.id,
            type,
            address,
            secret: made,
            requester: options.requester,
            expiry: config.otpExpiry,
            flowId
          })
        : Promise.resolve()
    await put('email_change_token_new', email, secret)
    if (current) await put('email_change_token_current', user.email, current.secret)
  }
  return async (tx) => (tx ? store(tx) : asAuth(store))
}

async function beginChange(tx: Sql, userId: string, email: string): Promise<void> {
  await tx.query(`update auth.users set email_change = $2, email_change_confirm_status = 0 where id = $1::uuid`, [
    userId,
    email
  ])
  await dropCodes(tx, userId, ['email_change_token_new', 'email_change_token_current'])
}

/** Sends the code for a new number, and returns a function that stores it. */
export async function changePhone(
  { post, config, asAuth }: Context,
  { user }: Account,
  phone: string,
  { key, requester, again = false }: ChangeOptions
): Promise<Store> {
  const fixed = config.phone.testOtp.get(phone)
  const secret = newSecret(config.phone.otpLength, fixed ? { code: fixed } : {})
  if (!fixed) await post.sms(key, { ...user, new_phone: phone }, phone, secret.code)
  const store = async (tx: Sql): Promise<void> => {
    if (!again) {
      await tx.query(`update auth.users set phone_change = $2 where id = $1::uuid`, [user.id, phone])
      await dropCodes(tx, user.id, ['phone_change_token'])
    }
    const made = { userId: user.id, type: 'phone_change_token', address: phone, secret, requester } as const
    await storeCode(tx, { ...made, expiry: config.otpExpiry })
  }
  return async (tx) => (tx ? store(tx) : asAuth(store))
}
