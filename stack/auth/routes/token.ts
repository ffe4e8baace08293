import { lastPasswordSaid } from '../codes.ts'
import { type Call, type Context, json, peerOf, type Routes } from '../context.ts'
import { redeemAuthCode } from '../flows.ts'
import { textOf } from '../input.ts'
import { isPassword } from '../passwords.ts'
import { banned, invalid, Refusal, wrongPassword } from '../refusal.ts'
import { isRefreshToken, openSession, refreshSession, type SessionAnswer } from '../sessions.ts'
import { type Account, findAccount } from '../users.ts'
import { requireEnabled } from './send.ts'

/** The route `/token`: opens a session for a password, a refresh token or the auth code of a flow. */
export function tokenRoutes(context: Context): Routes {
  const { config, tokens, asAuth } = context

  async function byPassword(call: Call): Promise<Response> {
    const { body } = call
    if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided on login.')
    const contact = body.phone
      ? { phone: textOf(body.phone).replace(/[\s+]/g, '') }
      : { email: textOf(body.email).trim().toLowerCase() }
    requireEnabled(context, contact, 'logins')
    const account = await asAuth((tx) => findAccount(tx, contact))
    const fits = await isPassword(textOf(body.password), account ? await passwordOf(account) : undefined)
    if (!account || !fits) throw wrongPassword()
    if (account.banned) throw banned(400)
    if ('email' in contact && !account.emailConfirmed) throw notConfirmed('email')
    if ('phone' in contact && !account.phoneConfirmed) throw notConfirmed('phone')
    const session = await asAuth(async (tx) => {
      await tx.query('update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1::uuid', [
        account.user.id
      ])
      return openSession({ tokens, config }, tx, account, peerOf(call), 'password')
    })
    return json(200, session)
  }

  /**
   * Returns the hash with which a password is compared. For an account that never proved an address, it is the hash of its last
   * sign-up. A person who knows that password then gets the response that the confirmation is missing.
   */
  async function passwordOf({ user, passwordHash, emailConfirmed, phoneConfirmed }: Account): Promise<string> {
    if (passwordHash || emailConfirmed || phoneConfirmed) return passwordHash
    return asAuth((tx) => lastPasswordSaid(tx, user.id))
  }

  async function byRefreshToken(call: Call): Promise<Response> {
    const { refresh_token: token } = call.body
    if (!isRefreshToken(token)) throw invalid('Refresh token is not valid')
    context.count('refreshes', call)
    return json(200, await asAuth((tx) => refreshSession({ tokens, config }, tx, token)))
  }

  async function byAuthCode(call: Call): Promise<Response> {
    const [code, verifier] = [textOf(call.body.auth_code), textOf(call.body.code_verifier)]
    if (code === '' || verifier === '') {
      throw invalid('invalid request: both auth code and code verifier should be non-empty')
    }
    context.count('refreshes', call)
    const session = await asAuth<SessionAnswer & Record<string, unknown>>(async (tx) => {
      const flow = await redeemAuthCode(tx, code, verifier)
      if (flow instanceof Refusal) return flow
      const account = await findAccount(tx, { id: flow.user_id })
      if (!account) return new Refusal(404, 'user_not_found', 'User not found')
      if (account.banned) return banned()
      const method = flow.authentication_method === 'oauth' ? 'oauth' : 'otp'
      const opened = await openSession({ tokens, config }, tx, account, peerOf(call), method)
      return {
        ...opened,
        ...(flow.provider_access_token ? { provider_token: flow.provider_access_token } : {}),
        ...(flow.provider_refresh_token ? { provider_refresh_token: flow.provider_refresh_token } : {})
      }
    })
    return json(200, session)
  }

  return {
    'POST /token': async (call) => {
      const grant = call.url.searchParams.get('grant_type')
      if (grant === 'password') return byPassword(call)
      if (grant === 'refresh_token') return byRefreshToken(call)
      if (grant === 'pkce') return byAuthCode(call)
      throw new Refusal(400, 'unsupported_grant_type', `Unsupported grant_type ${grant}`)
    }
  }
}

const notConfirmed = (what: 'email' | 'phone'): Refusal =>
  new Refusal(400, `${what}_not_confirmed`, `${what === 'email' ? 'Email' : 'Phone'} not confirmed`)
