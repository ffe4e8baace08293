import { randomBytes, randomUUID } from 'node:crypto'
import type { Claims, Sql, Tokens } from '../types.ts'
import type { AuthConfig } from './config.ts'
import { runAccessTokenHook } from './hook.ts'
import { Refusal } from './refusal.ts'
import { type Account, findAccount, type User } from './users.ts'

/** The response of `/verify` and `/token`. `expires_in` is in seconds, `expires_at` in seconds since 1970. */
export interface SessionAnswer {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: User
}

export interface SessionDeps {
  tokens: Tokens
  config: AuthConfig
}

/** How the person authenticated: a value of the token's claim `amr`. */
export type Method = 'otp' | 'password' | 'oauth' | 'totp'

/** How sure Auth is of the person: by one factor, or by a second one, too. */
export type Level = 'aal1' | 'aal2'

/** The client that opens a session, stored for the list of sessions. */
export interface Peer {
  address: string
  userAgent: string | null
}

/** Opens a session for a user who has authenticated. */
export async function openSession(
  deps: SessionDeps,
  tx: Sql,
  { user }: Account,
  peer: Peer,
  method: Method = 'otp'
): Promise<SessionAnswer> {
  const sessionId = randomUUID()
  const refreshToken = newRefreshToken()
  await tx.query(
    `with session as (
       insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
       values ($1::uuid, $2::uuid, now(), now(), 'aal1', $3, nullif($4, '')::inet)
     ), methods as (
       insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       values (gen_random_uuid(), $1::uuid, now(), now(), $5)
     )
     insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
     values ('00000000-0000-0000-0000-000000000000', $6, $2::uuid::text, false, now(), now(), $1::uuid)`,
    [sessionId, user.id, peer.userAgent, peer.address, method, refreshToken]
  )
  const amr = [{ method, timestamp: Math.floor(Date.now() / 1000) }]
  return answer(deps, tx, { user, sessionId, refreshToken, amr, method })
}

/**
 * Records that the person has also proved a second factor in this session, and ends the person's sessions without one. The
 * session's earlier refresh tokens end: only who received this response gets tokens of the higher level.
 */
export async function raiseSession(
  deps: SessionDeps,
  tx: Sql,
  { user }: Account,
  sessionId: string,
  factorId: string
): Promise<SessionAnswer> {
  const raised = await tx.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2::uuid, updated_at = now() where id = $1::uuid returning id`,
    [sessionId, factorId]
  )
  if (raised.length === 0)
    throw new Refusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  await tx.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1::uuid, now(), now(), 'totp')
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [sessionId]
  )
  await tx.query('delete from auth.refresh_tokens where session_id = $1::uuid', [sessionId])
  await tx.query(`delete from auth.sessions where user_id = $1::uuid and aal < 'aal2'`, [user.id])
  const refreshToken = await addRefreshToken(tx, user.id, sessionId, null)
  return answer(deps, tx, { user, sessionId, refreshToken, amr: await methodsOf(tx, sessionId), method: 'totp' })
}

interface RefreshRow {
  token: string
  user_id: string
  session_id: string
  ended: boolean
}

/**
 * Exchanges a refresh token for a new one. A token that was already exchanged is treated as follows:
 *
 * - The token before the current one returns the current one again, at any time. The response with the current one may have
 *   been lost.
 * - An older token does the same for `reuseInterval` seconds after its exchange, because two tabs may send it at once.
 * - Later, an older token must have been stolen. It revokes all refresh tokens of the session. The session itself stays, as in
 *   GoTrue: its access token is valid until it expires, and the token just revoked is still exchanged for `reuseInterval` seconds.
 *
 * A Refusal with an effect on the session is returned instead of thrown, so that the effect is committed.
 */
export async function refreshSession(deps: SessionDeps, tx: Sql, token: string): Promise<SessionAnswer | Refusal> {
  const { config } = deps
  const [row] = await tx.query<RefreshRow>(
    `select r.token, r.user_id, r.session_id,
       coalesce(s.not_after < now(), false)
       or coalesce(s.created_at < now() - make_interval(secs => $2::float8), false)
       or coalesce(
         coalesce(s.refreshed_at, s.created_at::timestamp) < now()::timestamp - make_interval(secs => $3::float8), false
       ) as ended
     from auth.refresh_tokens r join auth.sessions s on s.id = r.session_id
     where r.token = $1 for update of s`,
    [token, config.timebox, config.inactivityTimeout]
  )
  if (!row) throw new Refusal(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  const account = await findAccount(tx, { id: row.user_id })
  if (!account) throw new Refusal(400, 'user_not_found', 'Invalid Refresh Token: User Not Found')
  if (account.banned) throw new Refusal(400, 'user_banned', 'Invalid Refresh Token: User Banned')
  if (row.ended) {
    await closeSessions(tx, 'local', row.user_id, row.session_id)
    return new Refusal(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
  }
  // Read the tokens only now, after the lock on the session: a concurrent request may have exchanged the token while we waited.
  const family = await familyOf(tx, token, config.reuseInterval)
  if (family?.revoked && !family.reusable) {
    await tx.query(
      `update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $1::uuid and not revoked`,
      [row.session_id]
    )
    return new Refusal(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }
  const refreshToken = (family?.revoked ? family.current : null) ?? (await rotate(tx, row))
  const amr = await methodsOf(tx, row.session_id)
  const { user } = account
  return answer(deps, tx, { user, sessionId: row.session_id, refreshToken, amr, method: 'token_refresh' })
}

async function rotate(tx: Sql, row: RefreshRow): Promise<string> {
  await tx.query(`update auth.refresh_tokens set revoked = true, updated_at = now() where token = $1`, [row.token])
  await tx.query(`update auth.sessions set refreshed_at = now()::timestamp, updated_at = now() where id = $1::uuid`, [
    row.session_id
  ])
  return addRefreshToken(tx, row.user_id, row.session_id, row.token)
}

interface Family {
  revoked: boolean
  /**
   * Whether a revoked token may still return the current token. It may if it is the one before the current token, or if it was
   * exchanged less than `reuseInterval` seconds ago.
   */
  reusable: boolean
  current: string | null
}

async function familyOf(tx: Sql, token: string, reuseInterval: number): Promise<Family | undefined> {
  const [family] = await tx.query<Family>(
    `select r.revoked, c.token as current, coalesce(c.parent = r.token, false)
       or r.updated_at > clock_timestamp() - make_interval(secs => $2::float8) as reusable
     from auth.refresh_tokens r left join lateral (
       select t.token, t.parent from auth.refresh_tokens t
       where t.session_id = r.session_id and not t.revoked order by t.id desc limit 1
     ) c on true
     where r.token = $1`,
    [token, reuseInterval]
  )
  return family
}

/** Returns whether a value has the form of a refresh token: ours, or the twelve characters of GoTrue's older ones. */
export const isRefreshToken = (value: unknown): value is string =>
  typeof value === 'string' && /^([\w-]{32}|[a-z\d]{12})$/.test(value)

const newRefreshToken = (): string => randomBytes(24).toString('base64url')

async function addRefreshToken(tx: Sql, userId: string, sessionId: string, parent: string | null): Promise<string> {
  const token = newRefreshToken()
  await tx.query(
    `insert into auth.refresh_tokens (
       instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id
     ) values (
       '00000000-0000-0000-0000-000000000000', $1::text, $2::text, false, now(), now(), $3::text, $4::uuid
     )`,
    [token, userId, parent, sessionId]
  )
  return token
}

/** Ends sessions of a user: the given one (`local`), all others (`others`), or all of them (`global`). */
export async function closeSessions(
  tx: Sql,
  scope: 'local' | 'others' | 'global',
  userId: string,
  sessionId: string | undefined
): Promise<void> {
  await tx.query(
    `delete from auth.sessions where user_id = $1::uuid and case $2::text
       when 'global' then true when 'local' then id = $3::uuid else id is distinct from $3::uuid end`,
    [userId, scope, sessionId ?? null]
  )
}

/** Returns the level of a session of this user; null if it has ended. */
export async function findSession(tx: Sql, userId: string, sessionId: string): Promise<{ aal: Level } | null> {
  const [row] = await tx.query<{ aal: Level }>(
    `select coalesce(aal, 'aal1')::text as aal from auth.sessions where id = $1::uuid and user_id = $2::uuid`,
    [sessionId, userId]
  )
  return row ?? null
}

/** Returns how the person authenticated in a session, the latest first. */
export async function methodsOf(tx: Sql, sessionId: string): Promise<Proven[]> {
  const methods = await tx.query<{ method: string; timestamp: number | string }>(
    `select authentication_method as method, extract(epoch from updated_at)::int as timestamp
     from auth.mfa_amr_claims where session_id = $1::uuid order by updated_at desc, authentication_method desc`,
    [sessionId]
  )
  return methods.map(({ method, timestamp }) => ({ method, timestamp: Number(timestamp) }))
}

interface Proven {
  method: string
  /** Seconds since 1970. */
  timestamp: number
}

/** Returns the level that these ways of authenticating prove. */
export const levelOf = (amr: Proven[]): Level => (amr.some(({ method }) => method === 'totp') ? 'aal2' : 'aal1')

interface Opened {
  user: User
  sessionId: string
  refreshToken: string
  amr: Proven[]
  /** How the person authenticated; passed to the access token hook. */
  method: Method | 'token_refresh'
}

async function answer(deps: SessionDeps, tx: Sql, opened: Opened): Promise<SessionAnswer> {
  const { user, sessionId, refreshToken, amr, method } = opened
  const { config, tokens } = deps
  const issuedAt = Math.floor(Date.now() / 1000)
  const claims: Claims = {
    aud: user.aud,
    exp: issuedAt + config.jwtExpiry,
    iat: issuedAt,
    sub: user.id,
    email: user.email,
    phone: user.phone,
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: user.role,
    aal: levelOf(amr),
    amr,
    session_id: sessionId,
    is_anonymous: user.is_anonymous
  }
  const final = config.accessTokenHook
    ? await runAccessTokenHook(tx, config.accessTokenHook, { user_id: user.id, claims, authentication_method: method })
    : claims
  return {
    access_token: await tokens.sign(final, config.jwtExpiry),
    token_type: 'bearer',
    expires_in: config.jwtExpiry,
    expires_at: issuedAt + config.jwtExpiry,
    refresh_token: refreshToken,
    user
  }
}
