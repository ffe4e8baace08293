import { newSecret, storeCode } from '../codes.ts'
import { type Call, type Context, json, noContent, type Routes } from '../context.ts'
import { challengeOf, dataOf, emailOf, phoneOf, textOf } from '../input.ts'
import { checkPassword, hashPassword, isPassword } from '../passwords.ts'
import { redeem } from '../redeem.ts'
import { emailExists, invalid, phoneExists, Refusal } from '../refusal.ts'
import { closeSessions } from '../sessions.ts'
import { type Account, findAccount, setContact, updateMetadata } from '../users.ts'
import { changeEmail, changePhone, type Store } from './change.ts'

/** Routes for a person's own account. */
export function userRoutes(context: Context): Routes {
  const { config, asAuth, post } = context

  const showUser = async ({ request }: Call): Promise<Response> =>
    json(200, await asAuth(async (tx) => (await context.signedIn(tx, request)).account.user))

  async function changeUser(call: Call): Promise<Response> {
    const { request, body } = call
    const { account, claims, aal } = await asAuth((tx) => context.signedIn(tx, request))
    if (body.app_metadata) {
      throw new Refusal(403, 'not_admin', 'Updating app_metadata requires admin privileges')
    }
    const { id } = account.user
    const email = body.email ? emailOf(body.email) : account.user.email
    const phone = body.phone ? phoneOf(body.phone) : account.user.phone
    if (
      aal !== 'aal2' &&
      account.hasFactor &&
      (body.password || email !== account.user.email || phone !== account.user.phone)
    ) {
      const message = 'AAL2 session is required to update email or password when MFA is enabled.'
      throw new Refusal(401, 'insufficient_aal', message)
    }
    const password = await newPassword(call, account, claims.session_id)
    const stores: Store[] = []
    // As in GoTrue, these two responses reveal who has an account (docs/reference/threat-model.md, "Accepted").
    await asAuth(async (tx) => {
      if (email !== account.user.email && (await findAccount(tx, { email }))) throw emailExists()
      if (phone !== account.user.phone && (await findAccount(tx, { phone }))) throw phoneExists()
    })
    if (email !== account.user.email) {
      post.admitMail(`change:${id}`)
      const options = { key: `change:${id}`, requester: call.peer, redirectTo: context.redirectOf(call) }
      stores.push(await changeEmail(context, account, email, { ...options, challenge: challengeOf(body) }))
    }
    const isNewPhone = phone !== account.user.phone
    if (isNewPhone && !config.phone.enabled) {
      throw new Refusal(400, 'phone_provider_disabled', 'Unsupported phone provider')
    }
    if (isNewPhone) {
      if (config.phone.confirmations) {
        if (!config.phone.testOtp.has(phone)) post.admitSms(`change:${id}`)
        stores.push(await changePhone(context, account, phone, { key: `change:${id}`, requester: call.peer }))
      }
    }
    const user = await asAuth(async (tx) => {
      if (password) {
        await tx.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1::uuid', [
          id,
          password
        ])
        await closeSessions(tx, 'others', id, claims.session_id)
      }
      if (body.data) await updateMetadata(tx, id, dataOf(body.data))
      for (const store of stores) await store(tx)
      if (isNewPhone && !config.phone.confirmations) await setContact(tx, id, 'phone', phone, true)
      return (await findAccount(tx, { id }))?.user
    })
    return json(200, user)
  }

  /** Returns the hash of the new password, or null if the request has none. */
  async function newPassword(call: Call, account: Account, sessionId?: string): Promise<string | null> {
    const { password, nonce } = call.body
    if (password === undefined || password === null) return null
    checkPassword(textOf(password), config.password)
    if (config.email.securePasswordChange && !(await isFresh(sessionId))) {
      if (!nonce) throw new Refusal(400, 'reauthentication_needed', 'Password update requires reauthentication')
      const address = account.user.email || account.user.phone
      const proof = { address, code: textOf(nonce) }
      context.count('checks', call)
      const question = {
        types: ['reauthentication_token'] as const,
        proof,
        expiry: config.otpExpiry,
        requester: call.peer
      }
      const right = await asAuth((tx) => redeem(tx, question))
      if (right?.userId !== account.user.id) {
        throw new Refusal(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
      }
    }
    if (account.passwordHash && (await isPassword(textOf(password), account.passwordHash))) {
      throw new Refusal(422, 'same_password', 'New password should be different from the old password.')
    }
    return hashPassword(textOf(password))
  }

  const isFresh = async (sessionId?: string): Promise<boolean> =>
    sessionId !== undefined &&
    (await asAuth((tx) =>
      tx.query(`select from auth.sessions where id = $1::uuid and created_at > now() - interval '24 hours'`, [
        sessionId
      ])
    ).then((rows) => rows.length > 0))

  /** Sends a code to the account's own address, or to its number if it has no address. */
  async function reauthenticate({ request, peer }: Call): Promise<Response> {
    const { account } = await asAuth((tx) => context.signedIn(tx, request))
    const { user } = account
    const secret = newSecret(user.email ? config.otpLength : config.phone.otpLength)
    const key = `reauthenticate:${user.id}`
    if (user.email) {
      if (!account.emailConfirmed) throw new Refusal(422, 'email_not_confirmed', 'Please verify your email first.')
      post.admitMail(key)
      await post.mail(key, { user, action: 'reauthentication', to: user.email, secret, redirectTo: context.siteUrl })
    } else {
      if (!account.phoneConfirmed) throw new Refusal(422, 'phone_not_confirmed', 'Please verify your phone first.')
      post.admitSms(key)
      await post.sms(key, user, user.phone, secret.code)
    }
    const made = { userId: user.id, type: 'reauthentication_token', address: user.email || user.phone, secret } as const
    await asAuth((tx) => storeCode(tx, { ...made, requester: peer, expiry: config.otpExpiry }))
    return json(200, {})
  }

  async function signOut({ request, url }: Call): Promise<Response> {
    const scope = url.searchParams.get('scope') ?? 'global'
    if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
      throw invalid(`Unsupported logout scope ${scope}`)
    }
    await asAuth(async (tx) => {
      const { account, claims } = await context.signedIn(tx, request)
      await closeSessions(tx, scope, account.user.id, claims.session_id)
    })
    return noContent()
  }

  const linkingDisabled = async (): Promise<Response> => {
    throw new Refusal(404, 'manual_linking_disabled', 'Manual linking is disabled')
  }

  return {
    'GET /user': showUser,
    'PUT /user': changeUser,
    'GET /reauthenticate': reauthenticate,
    'POST /logout': signOut,
    'GET /user/identities/authorize': linkingDisabled,
    'DELETE /user/identities/:id': linkingDisabled
  }
}
