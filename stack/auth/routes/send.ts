import { randomUUID } from 'node:crypto'
import type { Sql } from '../../types.ts'
import { newSecret, type PendingProfile, pendingProfileOf, type Secret, storeCode, type TokenType } from '../codes.ts'
import type { Context } from '../context.ts'
import { saveFlow } from '../flows.ts'
import type { Challenge } from '../input.ts'
import type { EmailAction } from '../mail.ts'
import { messageKey } from '../post.ts'
import { conflict, Refusal } from '../refusal.ts'
import { type Account, createUser, findAccount, type NewUser, plannedUser } from '../users.ts'

type Contact = { email: string } | { phone: string }

/** Checks that a way of signing in is enabled. @throws Refusal if the project has disabled it */
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

const addressOf = (contact: Contact): string => ('email' in contact ? contact.email : contact.phone)

/** Counts one message against the limits. A telephone number with a fixed code gets no message and is not counted. */
export function admit({ post, config }: Context, contact: Contact, requester: string): void {
  const key = messageKey(addressOf(contact), requester)
  if ('email' in contact) post.admitMail(key)
  else if (!config.phone.testOtp.has(contact.phone)) post.admitSms(key)
}

export interface CodeRequest {
  contact: Contact
  account: Account | null
  /** IP address of the client that makes the request. */
  requester: string
  /** The person's data from this request. `again`: take them from the earlier requests, if these all contained the same. */
  said?: PendingProfile | 'again'
  action: EmailAction
  redirectTo: string
  challenge?: Challenge | null
}

/**
 * Sends a sign-in code, and stores it with its user. The message is sent first: if sending fails, nothing has changed. A new
 * user is stored with the address only. Other data stay with the code until it is redeemed, because the reader of the code may
 * not be the requester.
 *
 * @returns the account that the code belongs to
 */
export async function sendAndStore(context: Context, request: CodeRequest): Promise<Account> {
  const { contact, account, said = {}, requester, action, challenge = null } = request
  const id = account?.user.id ?? randomUUID()
  const user =
    account?.user ?? plannedUser({ ...contact, id, ...(said !== 'again' && said.data ? { data: said.data } : {}) })
  if (!account) await context.admitNewcomer(requester, user)
  const secret = await send(context, { ...request, user, pkce: challenge !== null })
  return context.asAuth(async (tx) => {
    const owner = account ?? (await makeUser(tx, { ...contact, id }, contact))
    if (!owner) throw conflict()
    const userId = owner.user.id
    await storeCode(tx, {
      userId,
      type: typeFor(contact, action),
      address: addressOf(contact),
      secret,
      requester,
      expiry: context.config.otpExpiry,
      said: said === 'again' ? await pendingProfileOf(tx, userId) : said,
      flowId: challenge ? await saveFlow(tx, { provider: 'email', method: action, challenge, userId }) : null
    })
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
  { contact, requester, user, action, redirectTo, pkce }: CodeRequest & { user: Account['user']; pkce: boolean }
): Promise<Secret> {
  const key = messageKey(addressOf(contact), requester)
  if ('email' in contact) {
    const secret = newSecret(config.otpLength, { pkce })
    await post.mail(key, { user, action, to: contact.email, secret, redirectTo })
    return secret
  }
  const { phone } = contact
  const fixed = config.phone.testOtp.get(phone)
  const secret = newSecret(config.phone.otpLength, fixed ? { code: fixed } : {})
  if (!fixed) await post.sms(key, user, phone, secret.code)
  return secret
}
