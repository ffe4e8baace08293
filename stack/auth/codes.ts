import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Sql } from '../types.ts'

/** Largest number of valid codes of one user. Each further code would be one more number that a guess can hit. */
const maxCodes = 10

export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token'
  | 'reauthentication_token'

/** A one-time code and the link's token that one message contains, before they are stored. */
export interface Secret {
  code: string
  tokenHash: string
}

/**
 * Password and profile data from a request whose address is not proved yet. They are stored with the code of this request. They
 * are applied to the account only if this code is the first that proves the account.
 */
export interface PendingProfile {
  /** Bcrypt hash of the password. */
  password?: string
  data?: Record<string, unknown>
}

/** A code before it is stored. */
export interface NewCode {
  userId: string
  type: TokenType
  /** The e-mail address or telephone number to which the message went. */
  address: string
  secret: Secret
  /** IP address of the client that requested the code. */
  requester: string
  /** How long the user's codes are valid (s); older ones are deleted. */
  expiry: number
  said?: PendingProfile
  /** Id of the PKCE flow that the link in this message completes. */
  flowId?: string | null
}

const sentAt: Record<TokenType, string> = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
  phone_change_token: 'phone_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at'
}

/** Returns a random code of `length` digits. It can begin with zeros. */
export function newCode(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('')
}

/**
 * Creates a code and a link's token. With `pkce` the token begins with `pkce_`, and its link gives an auth code, no session.
 */
export function newSecret(length: number, { pkce = false, code }: { pkce?: boolean; code?: string } = {}): Secret {
  return { code: code ?? newCode(length), tokenHash: (pkce ? 'pkce_' : '') + randomBytes(28).toString('hex') }
}

/**
 * Stores a code, and records when it was sent. The user's other codes stay valid, so a code that a stranger requested does not
 * invalidate the one that the user requested. Expired codes are deleted. If the user already has `maxCodes` codes, one valid
 * code is deleted as well: of the client that requested most of the codes, the oldest one.
 */
export async function storeCode(tx: Sql, made: NewCode): Promise<void> {
  const { userId, type, address, secret, requester, expiry, said = {}, flowId = null } = made
  await tx.query(
    `with held as (
       select c.id, c.created_at, c.created_at < now() - make_interval(secs => $9::float8) as expired,
         count(*) over () as held, count(*) over (partition by c.requester) as own
       from auth.one_time_codes c where c.user_id = $2::uuid
     ), ranked as (
       select id, expired, held, row_number() over (order by expired, own desc, created_at) as place from held
     ), gone as (
       delete from auth.one_time_codes c using ranked r
       where c.id = r.id and (r.expired or r.held >= ${maxCodes} and r.place = 1)
     ), code as (
       insert into auth.one_time_codes (id, user_id, token_type, relates_to, token_hash, code_hash, requester, said, flow_id)
       values ($1::uuid, $2::uuid, $3::auth.one_time_token_type, $4::text, $5::text, $6::text, $7::text, $8::text::jsonb,
         $10::uuid)
     )
     update auth.users set ${sentAt[type]} = now(), updated_at = now() where id = $2::uuid`,
    [
      randomUUID(),
      userId,
      type,
      address,
      secret.tokenHash,
      hashOf(secret.code, secret.tokenHash),
      requester,
      JSON.stringify(said),
      expiry,
      flowId
    ]
  )
}

/** Invalidates a user's codes and links of the given types. */
export async function dropCodes(tx: Sql, userId: string, types: readonly TokenType[]): Promise<void> {
  await tx.query(
    `delete from auth.one_time_codes where user_id = $1::uuid
       and token_type = any(string_to_array($2::text, ',')::auth.one_time_token_type[])`,
    [userId, types.join(',')]
  )
}

/** Returns the types of the codes that a user has. */
export async function typesHeld(tx: Sql, userId: string): Promise<Set<TokenType>> {
  const rows = await tx.query<{ type: TokenType }>(
    'select distinct token_type::text as type from auth.one_time_codes where user_id = $1::uuid',
    [userId]
  )
  return new Set(rows.map(({ type }) => type))
}

/**
 * Returns the data that the sign-up requests of this unconfirmed user contained. Returns `{}` if there are none, or if two
 * requests contained different data.
 */
export async function pendingProfileOf(tx: Sql, userId: string): Promise<PendingProfile> {
  const rows = await tx.query<{ said: PendingProfile | string }>(
    `select distinct said from auth.one_time_codes where user_id = $1::uuid and token_type = 'confirmation_token' limit 2`,
    [userId]
  )
  const [row] = rows
  if (!row || rows.length > 1) return {}
  return typeof row.said === 'string' ? (JSON.parse(row.said) as PendingProfile) : row.said
}

/**
 * Returns the hash of the password that was chosen last for a user with an unproved address; empty if there is none. Such
 * passwords are stored with the codes of the sign-ups.
 */
export async function lastPasswordSaid(tx: Sql, userId: string): Promise<string> {
  const [row] = await tx.query<{ hash: string }>(
    `select said ->> 'password' as hash from auth.one_time_codes
     where user_id = $1::uuid and said ? 'password' order by created_at desc limit 1`,
    [userId]
  )
  return row?.hash ?? ''
}

function hashOf(code: string, salt: string): string {
  return createHash('sha256').update(`${salt}:${code}`).digest('hex')
}
