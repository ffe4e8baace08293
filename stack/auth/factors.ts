import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Sql } from '../types.ts'
import { Refusal, tooManyRequests } from './refusal.ts'

/** How long a challenge can be answered, and how long a factor without a challenge waits for its first code (s), as in GoTrue. */
export const challengeExpiry = 300
const maxVerified = 10
/**
 * Limits of wrong codes for one factor, beside GoTrue's limit per client address, which is all that a project has: of one client
 * per hour, and of all clients per day. The second does not apply to an address from which this person has a session with a
 * second factor, so whoever knows the first factor cannot lock the person out from elsewhere.
 */
const tries = { ofOneAnHour: 15, ofAllADay: 60 }

/** A second factor in GoTrue's form, without its secret. */
export interface Factor {
  id: string
  friendly_name: string
  factor_type: string
  status: 'unverified' | 'verified'
  created_at: string
  updated_at: string
  last_challenged_at: string | null
}

/** SQL that turns a row `f` of auth.mfa_factors into JSON in GoTrue's form. */
export const factorJson = `jsonb_build_object('id', f.id, 'friendly_name', coalesce(f.friendly_name, ''),
         'factor_type', f.factor_type, 'status', f.status, 'created_at', f.created_at, 'updated_at', f.updated_at,
         'last_challenged_at', f.last_challenged_at)`

/** Returns a person's factors, the oldest first. */
export async function factorsOf(tx: Sql, userId: string): Promise<Factor[]> {
  const rows = await tx.query<{ factor: Factor | string }>(
    `select ${factorJson} as factor from auth.mfa_factors f where f.user_id = $1::uuid order by f.created_at, f.id`,
    [userId]
  )
  return rows.map(({ factor }) => (typeof factor === 'string' ? (JSON.parse(factor) as Factor) : factor))
}

/** Returns a factor of this person. @throws Refusal if the person has no such factor */
export async function findFactor(tx: Sql, userId: string, id: string): Promise<Factor> {
  const factor = (await factorsOf(tx, userId)).find((own) => own.id === id.toLowerCase())
  if (!factor) throw new Refusal(404, 'mfa_factor_not_found', 'Factor not found')
  return factor
}

const totpOf = (secret: Secret, issuer = '', label = ''): TOTP =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period: 30 })

export interface NewFactor {
  userId: string
  friendlyName: string
  /** Names of the site and of the account that the authenticator app shows. */
  issuer: string
  account: string
  /** Whether the person's session has a second factor. */
  isStrong: boolean
  maxEnrolled: number
}

/** Adds an unverified factor with a new secret. @throws Refusal above a limit, or if the name is taken */
export async function addFactor(tx: Sql, made: NewFactor): Promise<{ id: string; secret: string; uri: string }> {
  const { userId, friendlyName, issuer, account, isStrong, maxEnrolled } = made
  // Lock the person, so that the limits also hold for simultaneous requests.
  await tx.query('select from auth.users where id = $1::uuid for update', [userId])
  await tx.query(
    `delete from auth.mfa_factors f where f.user_id = $1::uuid and f.status <> 'verified'
       and f.created_at < now() - make_interval(secs => ${challengeExpiry})
       and not exists (select from auth.mfa_challenges c where c.factor_id = f.id)`,
    [userId]
  )
  const factors = await factorsOf(tx, userId)
  if (factors.some(({ friendly_name: name }) => name === friendlyName)) {
    const message = `A factor with the friendly name "${friendlyName}" for this user already exists`
    throw new Refusal(422, 'mfa_factor_name_conflict', message)
  }
  const verified = factors.filter(({ status }) => status === 'verified')
  if (factors.length >= maxEnrolled || verified.length >= maxVerified) {
    const message = 'Maximum number of verified factors reached, unenroll to continue'
    throw new Refusal(422, 'too_many_enrolled_mfa_factors', message)
  }
  if (verified.length > 0 && !isStrong) {
    throw new Refusal(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  }
  const id = randomUUID()
  const totp = totpOf(new Secret({ size: 20 }), issuer, account)
  // As in GoTrue without its optional encryption, the secret is stored as it is.
  await tx.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
     values ($1::uuid, $2::uuid, $3, 'totp', 'unverified', $4, now(), now())`,
    [id, userId, friendlyName, totp.secret.base32]
  )
  return { id, secret: totp.secret.base32, uri: totp.toString() }
}

/** Opens a challenge for a factor, which only the same client address can answer. Returns its id and when it ends (s since 1970). */
export async function openChallenge(
  tx: Sql,
  factorId: string,
  peer: string
): Promise<{ id: string; expiresAt: number }> {
  const id = randomUUID()
  // Challenges are needed for a code's 90 seconds only: see `useCode`.
  await tx.query(
    `delete from auth.mfa_challenges where factor_id = $1::uuid and created_at < now() - interval '1 day'`,
    [factorId]
  )
  const [row] = await tx.query<{ until: number | string }>(
    `with challenged as (
       update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $2::uuid
     )
     insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
     values ($1::uuid, $2::uuid, now(), ${address(3)})
     returning extract(epoch from created_at)::bigint + ${challengeExpiry} as until`,
    [id, factorId, peer]
  )
  return { id, expiresAt: Number(row?.until) }
}

const address = (parameter: number): string => `coalesce(nullif($${parameter}::text, ''), '0.0.0.0')::inet`

export interface Answer {
  userId: string
  factorId: string
  challengeId: string
  code: string
  /** IP address of the client that answers. */
  peer: string
}

/**
 * Checks the code that answers a challenge. If it is correct, the challenge is used up and the factor verified; the result is
 * null. A wrong code is counted. The caller must commit even if a Refusal is returned.
 *
 * Each code works once. GoTrue would accept it with another challenge until it ends, so that who sees it could use it, too.
 */
export async function useCode(tx: Sql, answer: Answer): Promise<Refusal | null> {
  const { factorId, challengeId, code, peer } = answer
  const [factor] = await tx.query<{ secret: string }>(
    'select secret from auth.mfa_factors where id = $1::uuid for update',
    [factorId]
  )
  const [challenge] = await tx.query<{ foreign: boolean; expired: boolean }>(
    `select verified_at is not null or ip_address <> ${address(3)} as foreign,
       created_at < now() - make_interval(secs => ${challengeExpiry}) as expired
     from auth.mfa_challenges where id = $1::uuid and factor_id = $2::uuid`,
    [challengeId, factorId, peer]
  )
  if (!factor || !challenge) {
    return new Refusal(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  }
  if (challenge.foreign) {
    return new Refusal(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
  }
  if (challenge.expired) {
    await tx.query('delete from auth.mfa_challenges where id = $1::uuid', [challengeId])
    const message = `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`
    return new Refusal(422, 'mfa_challenge_expired', message)
  }
  if (!(await mayTry(tx, answer))) return tooManyRequests()
  const step = stepOf(factor.secret, code)
  if (step === null || (await isUsed(tx, factorId, step))) {
    await tx.query('insert into auth.code_attempts (address, requester) values ($1, $2)', [keyOf(factorId), peer])
    return new Refusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
  }
  await tx.query(
    `with forgiven as (delete from auth.code_attempts where address = $3 and requester = $4),
     answered as (update auth.mfa_challenges set verified_at = now(), otp_code = $5 where id = $2::uuid)
     update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1::uuid and status <> 'verified'`,
    [factorId, challengeId, keyOf(factorId), peer, String(step)]
  )
  return null
}

const keyOf = (factorId: string): string => `factor:${factorId}`

async function mayTry(tx: Sql, { userId, factorId, peer }: Answer): Promise<boolean> {
  const [row] = await tx.query<{ may: boolean }>(
    `select count(*) filter (where a.requester = $2 and a.at > now() - interval '1 hour') < ${tries.ofOneAnHour}
       and (count(*) < ${tries.ofAllADay} or exists (
         select from auth.sessions s where s.user_id = $3::uuid and s.aal = 'aal2' and host(s.ip) = $2
       )) as may
     from auth.code_attempts a where a.address = $1 and a.at > now() - interval '1 day'`,
    [keyOf(factorId), peer, userId]
  )
  return row?.may === true
}

/** Returns the number of the half minute to which a code belongs, at most one before or after the present one; null if none. */
function stepOf(secret: string, code: string): number | null {
  const totp = totpOf(Secret.fromBase32(secret))
  const timestamp = Date.now()
  const delta = /^\d{6}$/.test(code) ? totp.validate({ token: code, timestamp, window: 1 }) : null
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

/** Whether this code or a later one was used. The step of a used code is stored in the column for codes that were sent. */
async function isUsed(tx: Sql, factorId: string, step: number): Promise<boolean> {
  const rows = await tx.query(
    'select from auth.mfa_challenges where factor_id = $1::uuid and verified_at is not null and otp_code::bigint >= $2::bigint',
    [factorId, step]
  )
  return rows.length > 0
}

/** Deletes the factors that this person never verified. */
export const dropUnverified = (tx: Sql, userId: string): Promise<unknown> =>
  tx.query(`delete from auth.mfa_factors where user_id = $1::uuid and status = 'unverified' and factor_type = 'totp'`, [
    userId
  ])

/** Deletes a factor. Sessions that were opened with it have only the first factor from then on. */
export async function removeFactor(tx: Sql, factorId: string): Promise<void> {
  await tx.query(
    `delete from auth.mfa_amr_claims c using auth.sessions s
     where c.session_id = s.id and s.factor_id = $1::uuid and c.authentication_method = 'totp'`,
    [factorId]
  )
  await tx.query(
    `update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = $1::uuid`,
    [factorId]
  )
  await tx.query('delete from auth.mfa_factors where id = $1::uuid', [factorId])
}
