import { randomUUID } from 'node:crypto'
import type { Sql } from '../../types.ts'
import { type Call, type Context, peerOf, type Routes, redirect } from '../context.ts'
import { type Flow, finishFlow, saveFlow, takeFlow } from '../flows.ts'
import { challengeOf, isUuid } from '../input.ts'
import { openProvider, type Profile, type Provider } from '../providers.ts'
import { withFields } from '../redirects.ts'
import { banned, conflict, Refusal, signupDisabled } from '../refusal.ts'
import { openSession } from '../sessions.ts'
import { type Account, createUser, findAccount, plannedUser } from '../users.ts'
import { errorAddress, sessionFields } from './verify.ts'

/** Routes of social sign-in: the redirect to the provider, and the way back with a session or an auth code. */
export function oauthRoutes(context: Context): Routes {
  const { config, tokens, asAuth, siteUrl, authUrl } = context
  const providerOf = (name: string): Provider => openProvider(name, config.providers.get(name), `${authUrl}/callback`)

  async function authorize(call: Call): Promise<Response> {
    const { searchParams } = call.url
    const name = searchParams.get('provider') ?? ''
    const provider = providerOf(name)
    const challenge = challengeOf(Object.fromEntries(searchParams))
    context.count('requests', call)
    const referrer = context.redirectOf(call)
    const state = await asAuth((tx) => saveFlow(tx, { provider: name, method: 'oauth', challenge, referrer }))
    return redirect(302, provider.authorizeUrl(state, searchParams.get('scopes') ?? ''))
  }

  async function callback(call: Call): Promise<Response> {
    const { searchParams } = call.url
    const state = searchParams.get('state') ?? ''
    const flow = isUuid(state) ? await asAuth((tx) => takeFlow(tx, state)) : null
    if (!flow) {
      return redirect(303, errorAddress(siteUrl, new Refusal(400, 'bad_oauth_state', 'OAuth state is invalid'), false))
    }
    const page = flow.referrer ?? siteUrl
    try {
      return redirect(302, await finishSignIn(call, flow, page))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return redirect(302, errorAddress(page, error, flow.pkce))
    }
  }

  async function finishSignIn(call: Call, flow: Flow, page: string): Promise<string> {
    const { searchParams } = call.url
    if (flow.expired) throw new Refusal(400, 'bad_oauth_state', 'OAuth state has expired')
    const denied = searchParams.get('error')
    if (denied) {
      const reason = searchParams.get('error_description') ?? denied
      const status = denied === 'access_denied' ? 403 : 400
      throw new Refusal(status, denied === 'access_denied' ? 'access_denied' : 'bad_oauth_callback', reason)
    }
    const code = searchParams.get('code')
    if (!code) throw new Refusal(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code')
    const { profile, accessToken, refreshToken } = await providerOf(flow.provider_type).identify(code)
    if (await asAuth((tx) => isNewcomer(tx, flow.provider_type, profile))) {
      const { email, data } = profile
      await context.admitNewcomer(call.peer, plannedUser({ id: randomUUID(), email, data }))
    }
    const enter = () =>
      asAuth<Record<string, string>>(async (tx) => {
        const account = await accountOf(tx, flow.provider_type, profile)
        if (account.banned) return banned()
        const provided = { access: accessToken, refresh: refreshToken }
        if (flow.pkce) return { code: await finishFlow(tx, flow.id, account.user.id, provided) }
        await tx.query('delete from auth.flow_state where id = $1::uuid', [flow.id])
        const session = await openSession({ tokens, config }, tx, account, peerOf(call), 'oauth')
        const more = { provider_token: accessToken, ...(refreshToken ? { provider_refresh_token: refreshToken } : {}) }
        return sessionFields(session, more)
      })
    // Try again after a conflict: the later one of two requests then finds the account that the earlier one has created.
    const fields = await enter().catch((error) => (isConflict(error) ? enter() : Promise.reject(error)))
    return withFields(page, fields, flow.pkce ? 'query' : 'fragment')
  }

  async function isNewcomer(tx: Sql, provider: string, { id, email, emailVerified }: Profile): Promise<boolean> {
    if (!config.signupEnabled || !emailVerified) return false
    const [known] = await tx.query('select 1 from auth.identities where provider = $1 and provider_id = $2', [
      provider,
      id
    ])
    return !known && (await findAccount(tx, { email })) === null
  }

  /**
   * Returns the account for a person's identity at a provider, and records the sign-in. It is the account that has this
   * identity, else the one with the profile's address, else a new one. If no account has the identity yet, the provider must
   * have verified the address; the account then gets the identity. A banned account is returned as it is.
   *
   * @throws Refusal if the address is not verified, or if sign-ups are disabled
   */
  async function accountOf(tx: Sql, provider: string, profile: Profile): Promise<Account> {
    const [known] = await tx.query<{ user_id: string }>(
      `update auth.identities set identity_data = $3::text::jsonb, last_sign_in_at = now(), updated_at = now()
       where provider = $1 and provider_id = $2 returning user_id`,
      [provider, profile.id, JSON.stringify(profile.data)]
    )
    if (!known && !profile.emailVerified) {
      throw new Refusal(
        422,
        'provider_email_needs_verification',
        `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`
      )
    }
    const owner = known ? { id: known.user_id } : { email: profile.email }
    const account = await findAccount(tx, owner)
    if (account?.banned) return account
    const id = account?.user.id ?? (await makeUser(tx, provider, profile))
    if (account && !known) await link(tx, account, provider, profile)
    await noteSignIn(tx, id, profile)
    const found = await findAccount(tx, { id })
    if (!found) throw new Refusal(404, 'user_not_found', 'User not found')
    return found
  }

  async function makeUser(tx: Sql, provider: string, profile: Profile): Promise<string> {
    if (!config.signupEnabled) throw signupDisabled()
    const id = randomUUID()
    const identity = { provider, id: profile.id, data: profile.data }
    const made = { id, email: profile.email, data: profile.data, identity, emailConfirmed: true }
    if (await createUser(tx, made)) return id
    throw conflict()
  }

  return { 'GET /authorize': authorize, 'GET /callback': callback }
}

const isConflict = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'conflict' || error.code === 'email_exists')

/**
 * Adds an identity to an account. If the account's address was never verified, another person may have created the account.
 * Then its password and its e-mail identity are deleted, and also its number unless that was verified.
 */
async function link(tx: Sql, { user, emailConfirmed }: Account, provider: string, profile: Profile): Promise<void> {
  if (!emailConfirmed) {
    await tx.query(
      `update auth.users set encrypted_password = '', phone = case when phone_confirmed_at is not null then phone end
       where id = $1::uuid`,
      [user.id]
    )
    await tx.query(`delete from auth.identities where user_id = $1::uuid and provider = 'email'`, [user.id])
  }
  await tx.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2::uuid, $3::text::jsonb, $4, now(), now(), now())`,
    [profile.id, user.id, JSON.stringify(profile.data), provider]
  )
}

async function noteSignIn(tx: Sql, userId: string, profile: Profile): Promise<void> {
  await tx.query(
    `update auth.users u set last_sign_in_at = now(), updated_at = now(),
       email_confirmed_at = case when u.email = $2 and $3::bool then coalesce(u.email_confirmed_at, now())
         else u.email_confirmed_at end,
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $4::text::jsonb,
       raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || jsonb_build_object('providers',
         (select jsonb_agg(distinct i.provider) from auth.identities i where i.user_id = u.id))
     where id = $1::uuid`,
    [userId, profile.email, profile.emailVerified, JSON.stringify(profile.data)]
  )
}
