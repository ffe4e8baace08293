import { randomUUID } from 'node:crypto'
import { type Call, type Context, json, peerOf, type Routes } from '../context.ts'
import { challengeOf, contactOf, objectOf, textOf } from '../input.ts'
import { checkPassword, hashPassword } from '../passwords.ts'
import { invalid, Refusal } from '../refusal.ts'
import { openSession } from '../sessions.ts'
import { type Account, createUser, findAccount, markProved, plannedUser } from '../users.ts'
import { admit, requireEnabled, sendAndStore } from './send.ts'

type Contact = { email: string } | { phone: string }

/** Sign-up with a password. */
export function signupRoutes(context: Context): Routes {
  const { config, tokens, asAuth } = context

  async function signUp(call: Call): Promise<Response> {
    const { body } = call
    if (!config.signupEnabled) throw new Refusal(422, 'signup_disabled', 'Signups not allowed for this instance')
    if (!body.email && !body.phone) {
      throw new Refusal(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    }
    const password = textOf(body.password)
    if (password === '') throw invalid('Signup requires a valid password')
    const contact = contactOf(body)
    const challenge = challengeOf(body)
    requireEnabled(context, contact, 'signups')
    checkPassword(password, config.password)
    context.count('requests', call)
    const confirms = 'email' in contact ? config.email.confirmations : config.phone.confirmations
    if (confirms) admit(context, contact, call.peer)
    // Hashed for known addresses too: the time that an answer takes must not tell who has an account.
    const passwordHash = await hashPassword(password)
    const data = objectOf(body.data)
    const account = await asAuth((tx) => findAccount(tx, contact))
    const isKnown = account !== null && ('email' in contact ? account.emailConfirmed : account.phoneConfirmed)
    if (isKnown) {
      if (!confirms) throw new Refusal(422, 'user_already_exists', 'User already registered')
      return json(200, pretended(contact, data))
    }
    if (!confirms) return openAtOnce(call, contact, passwordHash, data)
    const made = await sendAndStore(context, {
      contact,
      account,
      requester: call.peer,
      said: { password: passwordHash, data },
      action: 'signup',
      redirectTo: context.redirectOf(call),
      challenge: 'email' in contact ? challenge : null
    })
    return json(200, { ...made.user, user_metadata: { ...made.user.user_metadata, ...data } })
  }

  /** Where the project asks for no confirmation, the sign-up is a sign-in. */
  async function openAtOnce(
    call: Call,
    contact: Contact,
    passwordHash: string,
    data: Record<string, unknown>
  ): Promise<Response> {
    const session = await asAuth(async (tx) => {
      await createUser(tx, { ...contact, id: randomUUID(), passwordHash, data })
      const account = await findAccount(tx, contact)
      if (!account || account.passwordHash !== passwordHash) {
        return new Refusal(422, 'user_already_exists', 'User already registered')
      }
      await markProved(tx, account.user.id, 'email' in contact ? 'email' : 'phone')
      const proved: Account = (await findAccount(tx, contact)) ?? account
      return openSession({ tokens, config }, tx, proved, peerOf(call), 'password')
    })
    return json(200, session)
  }

  return { 'POST /signup': signUp }
}

/** What a new address would get, for one that has an account: it must not show which of them it is. */
function pretended(contact: Contact, data: Record<string, unknown>): object {
  const { user_metadata: _own, ...user } = plannedUser({ ...contact, id: randomUUID() })
  return { ...user, user_metadata: data, confirmation_sent_at: user.created_at }
}
