import type { Sql } from '../types.ts'
import type { TokenType } from './codes.ts'
import { noteVerifiedEmail } from './users.ts'

/** Number of wrong codes after which a code is invalid. Only those of the client that requested this code count. */
const maxAttempts = 5
/**
 * Limits of wrong codes for one address: of one client per hour and per day, and of all clients together per day. New codes do
 * not reset the counts. The limit of all clients does not apply to an IP address from which this person has a session, so
 * strangers cannot lock the person out. docs/reference/threats-accounts-money.md computes the remaining chance of guessing.
 */
const tries = { ofOneAnHour: 15, ofOneADay: 30, ofAllADay: 100 }

/** Proof that a person has read a message: the code with the address that it went to, or the token of the link. */
export type Proof = { address: string; code: string } | { tokenHash: string }

export interface Question {
  types: readonly TokenType[]
  proof: Proof
  expiry: number
  /** IP address of the client that sends the proof. */
  requester: string
  /** Which contact the code proves. It is stored as confirmed at once, unless the user is banned. */
  proves?: 'email' | 'phone' | null
}

/** The data of the code or link that a correct proof used. */
export interface Redeemed {
  userId: string
  type: TokenType
  banned: boolean
  flowId: string | null
}

/**
 * Checks a proof, and deletes its code if it is correct. Returns the data of that code; null if the proof is wrong or a limit
 * of wrong codes is reached. With `proves`, the contact is also recorded as confirmed. Wrong codes are counted for the address,
 * and for the codes that the same client requested. They are counted one by one, even if they arrive at the same time. The
 * caller must commit even if the result is null.
 */
export async function redeem(
  tx: Sql,
  { types, proof, expiry, requester, proves = null }: Question
): Promise<Redeemed | null> {
  const byCode = 'code' in proof
  if (byCode) await tx.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [proof.address])
  const [row] = await tx.query<FitRow>(
    `with ${byCode ? codes : link}, used as (
       delete from auth.one_time_codes c using fit where c.id = fit.id
     )${byCode ? counting : ''}${proves ? noting(proves) : ''}
     select user_id, token_type::text as token_type, banned, flow_id,
       ${proves === 'email' ? unverified : 'null::text'} as metadata from fit`,
    byCode
      ? [proof.address, expiry, types.join(','), proof.code, requester]
      : [proof.tokenHash, expiry, types.join(',')]
  )
  if (row?.metadata) await noteVerifiedEmail(tx, row.user_id, row.metadata)
  return row ? { userId: row.user_id, type: row.token_type, banned: row.banned, flowId: row.flow_id } : null
}

interface FitRow {
  user_id: string
  token_type: TokenType
  banned: boolean
  flow_id: string | null
  /** The metadata that the first update of a confirmation wrote, as JSON; null if the e-mail address is confirmed already. */
  metadata: string | null
}

/** Metadata of a user whose e-mail address is not confirmed yet, with the data that came with the code. */
const unverified = `(select (coalesce(u.raw_user_meta_data, '{}') || coalesce((select first.said -> 'data' from first), '{}'))::text
         from auth.users u where u.id = fit.user_id and u.email_confirmed_at is null and not fit.banned)`

const candidates = (which: string): string => `
       select c.*, coalesce(u.banned_until > now(), false) as banned,
         c.created_at >= now() - make_interval(secs => $2::float8) as fresh
       from auth.one_time_codes c join auth.users u on u.id = c.user_id
       where c.${which} = $1::text and u.deleted_at is null and not u.is_sso_user
         and c.token_type = any(string_to_array($3::text, ',')::auth.one_time_token_type[])
       for update of c`

const link = `fit as (select t.* from (${candidates('token_hash')}) t where t.fresh)`

const codes = `tried as (
       select count(*) as of_all, count(*) filter (where a.requester = $5::text) as of_one,
         count(*) filter (where a.requester = $5::text and a.at > now() - interval '1 hour') as of_one_an_hour
       from auth.code_attempts a where a.address = $1::text and a.at > now() - interval '1 day'
     ), code as (${candidates('relates_to')}
     ), fit as (
       select code.* from code cross join tried
       where code.fresh
         and code.code_hash = encode(sha256(convert_to(code.token_hash || ':' || $4::text, 'UTF8')), 'hex')
         and tried.of_one_an_hour < ${tries.ofOneAnHour} and tried.of_one < ${tries.ofOneADay}
         and (tried.of_all < ${tries.ofAllADay}
           or exists (select from auth.sessions s where s.user_id = code.user_id and host(s.ip) = $5::text))
       order by code.created_at desc limit 1
     )`

/**
 * Further parts of the SQL statement of `redeem`, for proofs with a code. A wrong code is counted for the client and the
 * address, and for each code that this client requested. At `maxAttempts`, such a code is deleted. A correct code deletes the
 * wrong codes that were counted for this client and address. Counts older than a day are always deleted.
 */
const counting = `, forgiven as (
       delete from auth.code_attempts a
       where a.at < now() - interval '1 day' or a.address = $1::text and a.requester = $5::text and exists (select from fit)
     ), missed as (
       insert into auth.code_attempts (address, requester)
       select $1::text, $5::text from tried where exists (select from code) and not exists (select from fit)
         and tried.of_one < ${tries.ofOneADay}
     ), worn as (
       update auth.one_time_codes c set attempts = c.attempts + 1 from code
       where c.id = code.id and code.requester = $5::text and code.attempts + 1 < ${maxAttempts}
         and not exists (select from fit)
     ), ended as (
       delete from auth.one_time_codes c using code
       where c.id = code.id and code.requester = $5::text and code.attempts + 1 >= ${maxAttempts}
         and not exists (select from fit)
     )`

/**
 * Further parts of the SQL statement of `redeem`. They record that the user's address or number is confirmed, and that the user
 * has signed in. The first proof of an account also applies the data that were sent with its code. It deletes the account's
 * other codes with their data. A number gets a new confirmation time with each proof, as in GoTrue (Supabase's Auth server).
 * Projects use that time to see that a number is used again. That an e-mail address is verified is written to the metadata by
 * `noteVerifiedEmail`, in an update of its own.
 */
const noting = (what: 'email' | 'phone'): string => `, identity as (
       update auth.identities i set last_sign_in_at = now(), updated_at = now(),
         identity_data = i.identity_data || '{"${what}_verified":true}'
       from fit where not fit.banned and i.user_id = fit.user_id and i.provider = '${what}'
     ), first as (
       select fit.id, fit.user_id, fit.said from fit join auth.users u on u.id = fit.user_id
       where u.email_confirmed_at is null and u.phone_confirmed_at is null and not fit.banned
     ), void as (
       delete from auth.one_time_codes c using first where c.user_id = first.user_id and c.id <> first.id
     ), proved as (
       update auth.users u set last_sign_in_at = now(),
         ${what}_confirmed_at = ${what === 'phone' ? 'now()' : 'coalesce(u.email_confirmed_at, now())'},
         encrypted_password = coalesce(first.said ->> 'password', u.encrypted_password), updated_at = now(),
         raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || coalesce(first.said -> 'data', '{}')
           || '${what === 'phone' ? '{"phone_verified":true}' : '{}'}'
       from fit left join first on true
       where not fit.banned and u.id = fit.user_id
     )`
