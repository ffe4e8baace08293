import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { type Call, type Context, json, peerOf, type Routes } from '../context.ts'
import { challengeOf, contactOf, dataOf, textOf } from '../input.ts'
import { createPace } from '../pace.ts'
import { checkPassword, hashPassword } from '../passwords.ts'
import { invalid, Refusal, signupDisabled } from '../refusal.ts'
import { openSession } from '../sessions.ts'
import { type Account, createUser, findAccount, markProved, plannedUser } from '../users.ts'
import { admit, type CodeRequest, requireEnabled, sendAndStore } from './send.ts'

type Contact = { email: string } | { phone: string }

/** Creates the route for signing up with a password. */
export function signupRoutes(context: Context): Routes {
  const { config, tokens, asAuth } = context
  const pace = createPace()
  const key = randomBytes(32)

  /**
   * Returns a made-up user id for an address that already has an account. As long as the stack runs, the same address gets the
   * same id. A new account whose address is not proved yet behaves in the same way, so the two cannot be told apart.
   */
  function pretendedId(contact: Contact): string {
    const hash = createHmac('sha256', key)
      .update('email' in contact ? contact.email : contact.phone)
      .digest('hex')
    const variant = '89ab'[Number.parseInt(hash[16] ?? '0', 16) % 4]
    return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
  }

  async function signUp(call: Call): Promise<Response> {
    const { body } = call
    if (!config.signupEnabled) throw signupDisabled()
    if (!body.email && !body.phone) {
      throw new Refusal(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    }
    const password = textOf(body.password)
    if (password === '') throw invalid('Signup requires a valid password')
    const contact = contactOf(body)
    const challenge = challengeOf(body)
    requireEnabled(context, contact, 'signups')
    checkPassword(password, config.password)
    const confirms = 'email' in contact ? config.email.confirmations : config.phone.confirmations
    if (confirms) admit(context, contact, call.peer)
    // Hash the password even if the address is known: the duration of the response must not reveal who has an account.
    const passwordHash = await hashPassword(password)
    const data = dataOf(body.data)
    const account = await asAuth((tx) => findAccount(tx, contact))
    const isKnown = account !== null && ('email' in contact ? account.emailConfirmed : account.phoneConfirmed)
    if (isKnown && !confirms) throw new Refusal(422, 'user_already_exists', 'User already registered')
    if (!confirms) return openAtOnce(call, contact, passwordHash, data)
    if (isKnown) {
      await pace.pretend()
      return json(200, answerOf(pretendedId(contact), contact, data))
    }
    const request: CodeRequest = {
      contact,
      account,
      requester: call.peer,
      said: { password: passwordHash, data },
      action: 'signup',
      redirectTo: context.redirectOf(call),
      challenge: 'email' in contact ? challenge : null
    }
    const made = await pace.keep(() => sendAndStore(context, request))
    return json(200, { ...answerOf(made.user.id, contact, data), identities: made.user.identities })
  }

  /** Creates the account and opens its session at once. Used if the project requires no confirmation. */
  async function openAtOnce(
    call: Call,
    contact: Contact,
    passwordHash: string,
    data: Record<string, unknown>
  ): Promise<Response> {
    const made = { ...contact, id: randomUUID(), passwordHash, data }
    await context.admitNewcomer(call.peer, plannedUser(made))
    const session = await asAuth(async (tx) => {
      await createUser(tx, made)
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

/**
 * Returns the response to a sign-up, as for an address that has an account. As in GoTrue (Supabase's Auth server), it contains
 * no identities, while that for a new or unproved address does: this reveals who has an account (docs/reference/threat-model.md,
 * "Accepted").
 */
function answerOf(id: string, contact: Contact, data: Record<string, unknown>): object {
  const user = plannedUser({ ...contact, id, data })
  return { ...user, confirmation_sent_at: user.created_at }
}
