import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Sql } from '../types.ts'

const maxAttempts = 5

export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token'
  | 'reauthentication_token'

/** What proves that a message was read: the code with the address it went to, or the token of a link. */
export type Proof = { address: string; code: string } | { tokenHash: string }

/** A code and the token of the link beside it, before they are stored. */
export interface Secret {
  code: string
  tokenHash: string
}

/** What a right proof belonged to. */
export interface Redeemed {
  userId: string
  type: TokenType
  banned: boolean
}

const columns: Record<TokenType, { token: string; sentAt: string }> = {
  confirmation_token: { token: 'confirmation_token', sentAt: 'confirmation_sent_at' },
  recovery_token: { token: 'recovery_token', sentAt: 'recovery_sent_at' },
  email_change_token_new: { token: 'email_change_token_new', sentAt: 'email_change_sent_at' },
  email_change_token_current: { token: 'email_change_token_current', sentAt: 'email_change_sent_at' },
  phone_change_token: { token: 'phone_change_token', sentAt: 'phone_change_sent_at' },
  reauthentication_token: { token: 'reauthentication_token', sentAt: 'reauthentication_sent_at' }
}

/** Types of which one makes the others worthless: a person has one code to sign in with. */
const siblings = (type: TokenType): TokenType[] =>
  type === 'confirmation_token' || type === 'recovery_token' ? ['confirmation_token', 'recovery_token'] : [type]

/** A code of `length` digits from the system's random source, with leading zeros. */
export function newCode(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('')
}

/** Makes a code and a link's token. `pkce_` before a token says that its link ends in an auth code. */
export function newSecret(length: number, { pkce = false, code }: { pkce?: boolean; code?: string } = {}): Secret {
  return { code: code ?? newCode(length), tokenHash: (pkce ? 'pkce_' : '') + randomBytes(28).toString('hex') }
}

/**
 * Stores the one code of its kind that counts for this user from now on.
 * Only a hash of the code salted with the link's random token is kept.
 *
 * @param address The e-mail address or number that the message went to.
 */
export async function storeSecret(
  tx: Sql,
  userId: string,
  type: TokenType,
  address: string,
  { code, tokenHash }: Secret
): Promise<void> {
  await dropTokens(tx, userId, siblings(type))
  const { token, sentAt } = columns[type]
  await tx.query(
    `with token as (
       insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
       values ($1::uuid, $2::uuid, $3::auth.one_time_token_type, $4::text, $5::text)
     ), code as (
       insert into auth.one_time_codes (token_id, code_hash) values ($1::uuid, $6::text)
     )
     update auth.users set ${token} = $4::text, ${sentAt} = now(), updated_at = now() where id = $2::uuid`,
    [randomUUID(), userId, type, tokenHash, address, hashOf(code, tokenHash)]
  )
}

/**
 * Answers what a right proof belonged to, or null. A right proof is used up; the fifth wrong code ends the code. All of
 * it is one statement, so that many who ask at once are counted one by one. The caller must commit in either case.
 *
 * @param proves What the user has proved by it, which is noted at once unless they are banned.
 */
export async function redeem(
  tx: Sql,
  types: readonly TokenType[],
  proof: Proof,
  expirySeconds: number,
  proves: 'email' | 'phone' | null = null
): Promise<Redeemed | null> {
  const byCode = 'code' in proof
  const [token] = await tx.query<{ user_id: string; token_type: TokenType; banned: boolean }>(
    `with token as (
       select t.id, t.user_id, t.token_type, coalesce(u.banned_until > now(), false) as banned, t.created_at >= now()::timestamp - make_interval(secs => $3::float8)
         and ($2::text is null
           or c.code_hash = encode(sha256(convert_to(t.token_hash || ':' || $2::text, 'UTF8')), 'hex')) as ok
       from auth.one_time_tokens t
       join auth.one_time_codes c on c.token_id = t.id
       join auth.users u on u.id = t.user_id
       where ${byCode ? 't.relates_to' : 't.token_hash'} = $1::text and u.deleted_at is null and not u.is_sso_user
         and t.token_type = any(string_to_array($4::text, ',')::auth.one_time_token_type[])
       for update of t
     ), wrong as (
       update auth.one_time_codes c set attempts = c.attempts + 1 from token
       where c.token_id = token.id and not exists (select from token where ok) returning c.token_id, c.attempts
     ), gone as (
       delete from auth.one_time_tokens t using token left join wrong on wrong.token_id = token.id
       where t.id = token.id and (token.ok or wrong.attempts >= $5::int)
     )${proves ? noting(proves) : ''}
     select user_id, token_type::text as token_type, banned from token where ok limit 1`,
    [byCode ? proof.address : proof.tokenHash, byCode ? proof.code : null, expirySeconds, types.join(','), maxAttempts]
  )
  return token ? { userId: token.user_id, type: token.token_type, banned: token.banned } : null
}

/** Makes codes and links of a user worthless: those of the given types. */
export async function dropTokens(tx: Sql, userId: string, types: readonly TokenType[]): Promise<void> {
  await tx.query(
    `with gone as (
       delete from auth.one_time_tokens where user_id = $1::uuid
         and token_type = any(string_to_array($2::text, ',')::auth.one_time_token_type[])
     )
     update auth.users set ${types.map((type) => `${columns[type].token} = ''`).join(', ')} where id = $1::uuid`,
    [userId, types.join(',')]
  )
}

function hashOf(code: string, salt: string): string {
  return createHash('sha256').update(`${salt}:${code}`).digest('hex')
}

/** Further parts of the statement: the proved user's address or number counts as such, and they have signed in. */
const noting = (what: 'email' | 'phone'): string => `, identity as (
       update auth.identities i set last_sign_in_at = now(), updated_at = now(),
         identity_data = i.identity_data || '{"${what}_verified":true}'
       from token where token.ok and not token.banned and i.user_id = token.user_id and i.provider = '${what}'
     ), proved as (
       update auth.users u set ${what}_confirmed_at = coalesce(u.${what}_confirmed_at, now()), last_sign_in_at = now(),
         confirmation_token = '', recovery_token = '', updated_at = now(),
         raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || '{"${what}_verified":true}'
       from token where token.ok and not token.banned and u.id = token.user_id
     )`
