import type { Sql } from '../types.ts'
import { factorJson } from './factors.ts'
import { emailExists, phoneExists } from './refusal.ts'

/** A user in the form of `/auth/v1/user`. */
export interface User {
  id: string
  aud: string
  role: string
  email: string
  phone: string
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
  identities: object[]
  is_anonymous: boolean
  [field: string]: unknown
}

/** A user with the internal data that signing in needs. */
export interface Account {
  user: User
  banned: boolean
  emailConfirmed: boolean
  phoneConfirmed: boolean
  /** Bcrypt hash of the password; empty if there is none. */
  passwordHash: string
  newEmail: string
  newPhone: string
  /** Whether one of the two addresses has already consented to a change of address. */
  halfConfirmed: boolean
  invited: boolean
  /** Whether the user has a verified second factor. */
  hasFactor: boolean
}

interface AccountRow extends Omit<Account, 'user'> {
  user: User | string
}

export type UserKey =
  | { id: string }
  | { email: string }
  | { phone: string }
  | { newEmail: string }
  | { newPhone: string }

const conditions: Record<string, string> = {
  id: 'u.id = $1::uuid',
  email: `u.email = $1 and not u.is_sso_user`,
  phone: 'u.phone = $1',
  newEmail: `u.email_change = $1 and not u.is_sso_user`,
  newPhone: 'u.phone_change = $1'
}

/** SQL that turns a row `u` of auth.users into JSON in GoTrue's form. */
export const userJson = `jsonb_strip_nulls(jsonb_build_object(
       'id', u.id, 'aud', u.aud, 'role', u.role, 'email', coalesce(u.email, ''),
       'email_confirmed_at', u.email_confirmed_at, 'invited_at', u.invited_at, 'phone', coalesce(u.phone, ''),
       'phone_confirmed_at', u.phone_confirmed_at, 'confirmation_sent_at', u.confirmation_sent_at,
       'confirmed_at', u.confirmed_at, 'recovery_sent_at', u.recovery_sent_at, 'last_sign_in_at', u.last_sign_in_at,
       'new_email', nullif(u.email_change, ''), 'email_change_sent_at', u.email_change_sent_at,
       'new_phone', nullif(u.phone_change, ''), 'phone_change_sent_at', u.phone_change_sent_at,
       'reauthentication_sent_at', u.reauthentication_sent_at, 'banned_until', u.banned_until,
       'deleted_at', u.deleted_at, 'created_at', u.created_at, 'updated_at', u.updated_at,
       'is_anonymous', u.is_anonymous
     )) || jsonb_build_object(
       'app_metadata', coalesce(u.raw_app_meta_data, '{}'), 'user_metadata', coalesce(u.raw_user_meta_data, '{}'),
       'identities', coalesce((
         select jsonb_agg(jsonb_build_object(
           'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
           'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at,
           'updated_at', i.updated_at, 'email', i.email
         ) order by i.created_at) from auth.identities i where i.user_id = u.id
       ), '[]')
     ) || (
       select case when count(*) = 0 then '{}' else jsonb_build_object(
         'factors', jsonb_agg(${factorJson} order by f.created_at, f.id)) end
       from auth.mfa_factors f where f.user_id = u.id
     )`

/** Returns a user with its identities, also a soft-deleted one; null if it does not exist. Only the admin API may use it. */
export const findAnyAccount = (tx: Sql, id: string): Promise<Account | null> => find(tx, { id }, 'true')

/** Returns a user with its identities; null if it does not exist or was soft-deleted. */
export const findAccount = (tx: Sql, key: UserKey): Promise<Account | null> => find(tx, key, 'u.deleted_at is null')

async function find(tx: Sql, key: UserKey, further: string): Promise<Account | null> {
  const [[name, value] = ['id', '']] = Object.entries(key)
  const [row] = await tx.query<AccountRow>(
    `select coalesce(u.banned_until > now(), false) as banned, u.email_confirmed_at is not null as "emailConfirmed",
       u.phone_confirmed_at is not null as "phoneConfirmed", coalesce(u.encrypted_password, '') as "passwordHash",
       coalesce(u.email_change, '') as "newEmail", coalesce(u.phone_change, '') as "newPhone",
       u.email_change_confirm_status = 1 as "halfConfirmed", u.invited_at is not null as invited,
       exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as "hasFactor",
       ${userJson} as user
     from auth.users u where ${conditions[name]} and ${further}
     order by u.email_change_sent_at desc nulls last limit 1`,
    [value]
  )
  return row ? { ...row, user: parseUser(row.user) } : null
}

export const parseUser = (user: User | string): User => (typeof user === 'string' ? (JSON.parse(user) as User) : user)

export interface NewUser {
  id: string
  email?: string | undefined
  phone?: string | undefined
  passwordHash?: string
  data?: Record<string, unknown>
  appData?: Record<string, unknown>
  emailConfirmed?: boolean
  phoneConfirmed?: boolean
  invited?: boolean
  role?: string
  /** The only identity, at a social provider. If missing, the user gets identities for the e-mail address and the number. */
  identity?: { provider: string; id: string; data: Record<string, unknown> }
}

/** Returns the user that `createUser` would create, for messages that are sent before the user is stored. */
export function plannedUser({ id, email = '', phone = '', data = {} }: NewUser): User {
  const now = new Date().toISOString()
  const provider = email ? 'email' : 'phone'
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone,
    app_metadata: { provider, providers: [provider] },
    user_metadata: {
      ...data,
      sub: id,
      ...(email ? { email } : { phone }),
      email_verified: false,
      phone_verified: false
    },
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false
  }
}

/**
 * Creates a user with its identities (see `NewUser.identity`). Returns false if another user has the address or the number.
 */
export async function createUser(tx: Sql, made: NewUser): Promise<boolean> {
  const { id, email, phone, identity } = made
  const facts = { sub: id, email_verified: made.emailConfirmed === true, phone_verified: made.phoneConfirmed === true }
  const own = identity
    ? [{ provider: identity.provider, provider_id: identity.id, data: identity.data }]
    : [
        ...(email ? [{ provider: 'email', provider_id: id, data: { ...facts, email } }] : []),
        ...(phone ? [{ provider: 'phone', provider_id: id, data: { ...facts, phone } }] : [])
      ]
  const providers = own.map(({ provider }) => provider)
  const data = { ...made.data, ...(identity ? {} : { ...facts, ...(email ? { email } : { phone }) }) }
  const rows = await tx.query(
    `insert into auth.users (
       instance_id, id, aud, role, email, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data,
       email_confirmed_at, phone_confirmed_at, invited_at,
       confirmation_token, recovery_token, email_change_token_new, email_change, created_at, updated_at
     ) values (
       '00000000-0000-0000-0000-000000000000', $1::uuid, 'authenticated', $2, $3::text, $4::text, $5, $6::text::jsonb,
       $7::text::jsonb, case when $8::bool then now() end, case when $9::bool then now() end,
       case when $10::bool then now() end, '', '', '', '', now(), now()
     ) on conflict do nothing returning id`,
    [
      id,
      made.role ?? 'authenticated',
      email ?? null,
      phone ?? null,
      made.passwordHash ?? '',
      JSON.stringify({ provider: providers[0], providers, ...made.appData }),
      JSON.stringify(data),
      made.emailConfirmed === true,
      made.phoneConfirmed === true,
      made.invited === true
    ]
  )
  if (rows.length === 0) return false
  await tx.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     select i ->> 'provider_id', $1::uuid, i -> 'data', i ->> 'provider', now(), now(), now()
     from jsonb_array_elements($2::text::jsonb) i`,
    [id, JSON.stringify(own)]
  )
  return true
}

/**
 * Records in the user's metadata that the address is verified. Like GoTrue, it is a second update after that of
 * `email_confirmed_at`, and it writes the metadata that Auth read before the first. So it undoes what a trigger on the first
 * update did to the metadata, and a project has to handle that.
 *
 * @param metadata The user's metadata before the first update, as JSON.
 */
export const noteVerifiedEmail = (tx: Sql, userId: string, metadata: string): Promise<unknown> =>
  tx.query(
    `update auth.users set raw_user_meta_data = $2::text::jsonb || '{"email_verified":true}' where id = $1::uuid`,
    [userId, metadata]
  )

/** Records that the user has proved the address or number, and has signed in. */
export async function markProved(tx: Sql, userId: string, what: 'email' | 'phone'): Promise<void> {
  const [before] = await tx.query<{ metadata: string }>(
    `with identity as (
       update auth.identities set last_sign_in_at = now(), updated_at = now(),
         identity_data = identity_data || '{"${what}_verified":true}'
       where user_id = $1::uuid and provider = '${what}'
     ), proved as (
       update auth.users set ${what}_confirmed_at = coalesce(${what}_confirmed_at, now()), last_sign_in_at = now(),
         confirmation_token = '', recovery_token = '', updated_at = now()${what === 'phone' ? `, ${phoneVerified}` : ''}
       where id = $1::uuid
     )
     select coalesce(raw_user_meta_data, '{}')::text as metadata from auth.users where id = $1::uuid`,
    [userId]
  )
  if (before && what === 'email') await noteVerifiedEmail(tx, userId, before.metadata)
}

const phoneVerified = `raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"phone_verified":true}'`

/**
 * Merges values into one of the user's two sets of metadata: those the user may change, or those of the project. A null removes
 * a key. How much a person may store is decided by the project's trigger.
 */
export async function updateMetadata(
  tx: Sql,
  userId: string,
  data: Record<string, unknown>,
  whose: 'user' | 'app' = 'user'
): Promise<void> {
  await tx.query(
    `update auth.users set updated_at = now(),
       raw_${whose}_meta_data = jsonb_strip_nulls(coalesce(raw_${whose}_meta_data, '{}') || $2::text::jsonb)
     where id = $1::uuid`,
    [userId, JSON.stringify(data)]
  )
}

/**
 * Sets a user's e-mail address or telephone number, proved or not, and the identity for it.
 *
 * @throws Refusal if another user has it
 */
export async function setContact(
  tx: Sql,
  userId: string,
  what: 'email' | 'phone',
  value: string,
  proved: boolean
): Promise<void> {
  const taken = await tx.query(`select from auth.users where ${what} = $1::text and id <> $2::uuid`, [value, userId])
  if (taken.length > 0) throw what === 'email' ? emailExists() : phoneExists()
  const facts = JSON.stringify({ sub: userId, [what]: value, [`${what}_verified`]: proved })
  await tx.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1::text, $1::text::uuid, $2::text::jsonb, '${what}', now(), now(), now())
     on conflict (provider_id, provider) do update
       set identity_data = auth.identities.identity_data || excluded.identity_data, updated_at = now()`,
    [userId, facts]
  )
  await tx.query(
    `update auth.users u set ${what} = $2::text, updated_at = now(),
       ${what}_confirmed_at = case when $3::bool then now() when u.${what} = $2::text then u.${what}_confirmed_at end,
       ${what}_change = '', ${what === 'email' ? 'email_change_confirm_status = 0,' : ''}
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $4::text::jsonb,
       raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || jsonb_build_object('providers',
         (select jsonb_agg(distinct i.provider) from auth.identities i where i.user_id = u.id))
     where id = $1::uuid`,
    [userId, value, proved, JSON.stringify({ [what]: value, [`${what}_verified`]: proved })]
  )
}
