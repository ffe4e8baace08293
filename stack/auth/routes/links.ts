import { randomUUID } from 'node:crypto'
import type { Sql } from '../../types.ts'
import { newSecret, type Secret, storeCode, type TokenType } from '../codes.ts'
import { type Call, type Context, json, type Routes } from '../context.ts'
import { type Body, dataOf, emailOf, textOf } from '../input.ts'
import { checkPassword, hashPassword } from '../passwords.ts'
import { conflict, emailExists, invalid, userNotFound } from '../refusal.ts'
import { type Account, createUser, findAccount, plannedUser } from '../users.ts'
import { adminOnly } from './admin.ts'

type LinkType = 'signup' | 'magiclink' | 'invite' | 'recovery' | 'email_change_current' | 'email_change_new'
const linkTypes: string[] = ['signup', 'magiclink', 'invite', 'recovery', 'email_change_current', 'email_change_new']

/** Routes by which an admin makes links and invitations for other people. */
export function linkRoutes(context: Context): Routes {
  const { config, asAuth, post } = context
  /** An admin's code has no requesting client, so wrong codes of clients do not invalidate it. */
  const byAdmin = { requester: '', expiry: config.otpExpiry }

  async function generateLink(call: Call): Promise<Response> {
    const { body } = call
    const wanted = textOf(body.type)
    if (!linkTypes.includes(wanted)) throw invalid(`Invalid email action link type requested: ${wanted}`)
    const email = emailOf(body.email)
    const secret = newSecret(config.otpLength)
    const redirectTo = context.redirectOf(call)
    const passwordHash = await passwordFor(body, wanted)
    const { user, type } = await asAuth(async (tx) => {
      const account = await findAccount(tx, { email })
      // For an unknown address, a magic link becomes a sign-up link, as when a person requests a code for such an address.
      const type = (wanted === 'magiclink' && !account ? 'signup' : wanted) as LinkType
      if (type.startsWith('email_change')) await prepareChange(tx, account, type, body, secret)
      else await prepareSignIn(tx, account, type, { email, passwordHash, data: dataOf(body.data) }, secret)
      const changed = await findAccount(tx, { email })
      if (!changed) throw userNotFound()
      return { user: changed.user, type }
    })
    return json(200, {
      ...user,
      action_link: post.link(secret.tokenHash, type.startsWith('email_change') ? 'email_change' : type, redirectTo),
      email_otp: secret.code,
      hashed_token: secret.tokenHash,
      verification_type: type,
      redirect_to: redirectTo
    })
  }

  async function passwordFor(body: Body, type: string): Promise<string> {
    if (type !== 'signup') return ''
    if (!body.password) throw invalid('Signup requires a valid password')
    checkPassword(textOf(body.password), config.password)
    return hashPassword(textOf(body.password))
  }

  async function prepareSignIn(
    tx: Sql,
    account: Account | null,
    type: LinkType,
    made: { email: string; passwordHash: string; data: Record<string, unknown> },
    secret: Secret
  ): Promise<void> {
    const isNew = type === 'signup' || type === 'invite'
    if (isNew && account?.emailConfirmed) throw emailExists()
    if (!account && !isNew) throw userNotFound()
    const id = account?.user.id ?? randomUUID()
    if (!account) await createUser(tx, { ...made, id, invited: type === 'invite' })
    if (type === 'invite') await tx.query('update auth.users set invited_at = now() where id = $1::uuid', [id])
    await storeCode(tx, {
      userId: id,
      type: isNew ? 'confirmation_token' : 'recovery_token',
      address: made.email,
      secret,
      said: { data: made.data, ...(made.passwordHash ? { password: made.passwordHash } : {}) },
      ...byAdmin
    })
  }

  async function prepareChange(
    tx: Sql,
    account: Account | null,
    type: LinkType,
    body: Body,
    secret: Secret
  ): Promise<void> {
    if (!account) throw userNotFound()
    if (type === 'email_change_current' && !config.email.doubleConfirmChanges) {
      throw invalid('Enable secure email change to generate link for current email')
    }
    const email = emailOf(body.new_email ?? body.newEmail)
    if (await findAccount(tx, { email })) throw emailExists()
    const keepsStatus = account.newEmail === email
    await tx.query(
      `update auth.users set email_change = $2,
         email_change_confirm_status = case when $3::bool then email_change_confirm_status else 0 end where id = $1::uuid`,
      [account.user.id, email, keepsStatus]
    )
    const token: TokenType = type === 'email_change_new' ? 'email_change_token_new' : 'email_change_token_current'
    const address = type === 'email_change_new' ? email : account.user.email
    await storeCode(tx, { userId: account.user.id, type: token, address, secret, ...byAdmin })
  }

  async function invite(call: Call): Promise<Response> {
    const email = emailOf(call.body.email)
    const account = await asAuth((tx) => findAccount(tx, { email }))
    if (account?.emailConfirmed) throw emailExists()
    post.admitMail(email)
    const data = dataOf(call.body.data)
    const id = account?.user.id ?? randomUUID()
    const secret = newSecret(config.otpLength)
    const user = account?.user ?? plannedUser({ id, email, data })
    await post.mail(email, { user, action: 'invite', to: email, secret, redirectTo: context.redirectOf(call) })
    const invited = await asAuth(async (tx) => {
      const current = await findAccount(tx, { email })
      if (current?.emailConfirmed) throw emailExists()
      await prepareSignIn(tx, current, 'invite', { email, passwordHash: '', data }, secret)
      return findAccount(tx, { email })
    })
    if (!invited) throw conflict()
    return json(200, invited.user)
  }

  return {
    'POST /admin/generate_link': adminOnly(context, generateLink),
    'POST /invite': adminOnly(context, invite)
  }
}
