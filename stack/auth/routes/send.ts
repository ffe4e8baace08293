import { randomUUID } from 'node:crypto'
import type { Sql } from '../../types.ts'
import { newSecret, type Secret, storeSecret, type TokenType } from '../codes.ts'
import type { Context } from '../context.ts'
import { saveFlow } from '../flows.ts'
import type { Challenge } from '../input.ts'
import type { EmailAction } from '../mail.ts'
import { conflict, Refusal } from '../refusal.ts'
import { type Account, createUser, findAccount, type NewUser, plannedUser } from '../users.ts'

type Contact = { email: string } | { phone: string }

/** @throws Refusal where the project has switched this way of signing in off */
export function requireEnabled({ config }: Context, contact: Contact, what: 'signups' | 'logins'): void {
  if ('email' in contact) {
    if (!config.email.enabled) throw new Refusal(400, 'email_provider_disabled', `Email ${what} are disabled`)
  } else if (!config.phone.enabled) {
    throw new Refusal(
      400,
      'phone_provider_disabled',
      what === 'logins' ? 'Unsupported phone provider' : `Phone ${what} are disabled`
    )
  }
}

/** Takes one message of the limits; a number with a fixed code gets none. */
export function admit({ post, config }: Context, contact: Contact): void {
  if ('email' in contact) post.admitMail(contact.email)
  else if (!config.phone.testOtp.has(contact.phone)) post.admitSms(contact.phone)
}

export interface CodeRequest {
  contact: Contact
  account: Account | null
  /** Facts of the user to be made where there is no account. */
  made?: Omit<NewUser, 'id'>
  action: EmailAction
  redirectTo: string
  challenge?: Challenge | null
  /** Where the account is not proved yet and asks for a code without its password, that password goes. */
  dropPassword?: boolean
}

/**
 * Sends a code to someone who wants in, and stores it with its user. The message goes first: when it cannot be sent,
 * nothing has changed.
 *
 * @returns the account that it belongs to
 */
export async function sendAndStore(context: Context, request: CodeRequest): Promise<Account> {
  const { contact, account, made, action, challenge = null } = request
  const id = account?.user.id ?? randomUUID()
  const user = account?.user ?? plannedUser({ ...made, ...contact, id })
  const secret = await send(context, { ...request, user, pkce: challenge !== null })
  return context.asAuth(async (tx) => {
    const owner = account ?? (await makeUser(tx, { ...made, ...contact, id }, contact))
    if (!owner) throw conflict()
    const userId = owner.user.id
    await storeSecret(tx, userId, typeFor(contact, action), 'email' in contact ? contact.email : contact.phone, secret)
    if (challenge) await saveFlow(tx, { provider: 'email', method: action, challenge, userId })
    if (request.dropPassword && owner.passwordHash && !owner.emailConfirmed && !owner.phoneConfirmed) {
      await tx.query(`update auth.users set encrypted_password = '' where id = $1::uuid`, [userId])
    }
    return (await findAccount(tx, { id: userId })) ?? owner
  })
}

async function makeUser(tx: Sql, made: NewUser, contact: Contact): Promise<Account | null> {
  await createUser(tx, made)
  return findAccount(tx, contact)
}

const typeFor = (contact: Contact, action: EmailAction): TokenType =>
  'email' in contact && (action === 'magiclink' || action === 'recovery') ? 'recovery_token' : 'confirmation_token'

async function send(
  { post, config }: Context,
  { contact, user, action, redirectTo, pkce }: CodeRequest & { user: Account['user']; pkce: boolean }
): Promise<Secret> {
  if ('email' in contact) {
    const secret = newSecret(config.otpLength, { pkce })
    await post.mail(contact.email, { user, action, to: contact.email, secret, redirectTo })
    return secret
  }
  const { phone } = contact
  const fixed = config.phone.testOtp.get(phone)
  const secret = newSecret(config.otpLength, fixed ? { code: fixed } : {})
  if (!fixed) await post.sms(phone, user, phone, secret.code)
  return secret
}
