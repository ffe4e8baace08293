import { createHash, randomUUID } from 'node:crypto'
import { bearerOf } from '../../keys/index.ts'
import type { Sql } from '../../types.ts'
import { type Call, type Context, type Handler, json, type Routes } from '../context.ts'
import { type Body, dataOf, emailOf, isUuid, objectOf, phoneOf, textOf } from '../input.ts'
import { checkPassword, hashPassword } from '../passwords.ts'
import { emailExists, invalid, phoneExists, Refusal, userNotFound } from '../refusal.ts'
import { goDuration } from '../toml.ts'
import {
  type Account,
  createUser,
  findAccount,
  findAnyAccount,
  markProved,
  parseUser,
  setContact,
  type User,
  updateMetadata,
  userJson
} from '../users.ts'

/** Wraps a handler so that it admits only the secret key and tokens of the service role. */
export function adminOnly(context: Context, handler: Handler): Handler {
  return async (call) => {
    // On Supabase the gateway sends the token of the key's role if a request has only a key.
    const { headers } = call.request
    const bearer = bearerOf(headers) ?? headers.get('apikey') ?? call.url.searchParams.get('apikey') ?? ''
    const keyRole = context.tokens.roleOfKey(bearer)
    const role =
      keyRole ??
      (await context.tokens.verify(bearer).then(
        (claims) => claims.role,
        () => null
      ))
    if (role === null) throw new Refusal(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature')
    if (role !== 'service_role') throw new Refusal(403, 'not_admin', 'User not allowed')
    return handler(call)
  }
}

/** Creates the routes of the admin API for users. */
export function adminRoutes(context: Context): Routes {
  const { config, asAuth } = context

  async function list({ url }: Call): Promise<Response> {
    const page = pageNumber(url, 'page', 1)
    const perPage = pageNumber(url, 'per_page', 50)
    const filter = url.searchParams.get('filter') ?? ''
    const { users, total } = await asAuth(async (tx) => {
      const where = `$1 = '' or strpos(lower(coalesce(u.email, '')), lower($1)) > 0`
      const [count] = await tx.query<{ n: number | string }>(
        `select count(*)::int as n from auth.users u where ${where}`,
        [filter]
      )
      const rows = await tx.query<{ user: User | string }>(
        `select ${userJson} as user from auth.users u where ${where}
         order by u.created_at desc, u.id limit $2::int offset $3::int`,
        [filter, perPage, (page - 1) * perPage]
      )
      return { users: rows.map(({ user }) => parseUser(user)), total: Number(count?.n ?? 0) }
    })
    const last = Math.max(1, Math.ceil(total / perPage))
    const address = (number: number, rel: string) =>
      `<${context.authUrl}/admin/users?page=${number}&per_page=${perPage}>; rel="${rel}"`
    const link = [...(page < last ? [address(page + 1, 'next')] : []), address(last, 'last')].join(', ')
    return json(200, { users, aud: 'authenticated' }, { 'x-total-count': String(total), link })
  }

  async function create({ body }: Call): Promise<Response> {
    if (!body.email && !body.phone) throw invalid('Cannot create a user without either an email or phone')
    const email = body.email ? emailOf(body.email) : undefined
    const phone = body.phone ? phoneOf(body.phone) : undefined
    const facts = await factsOf(body)
    const id = textOf(body.id) || randomUUID()
    if (!isUuid(id)) throw invalid('ID must conform to the uuid v4 format')
    const user = await asAuth(async (tx) => {
      if (email && (await findAccount(tx, { email }))) throw emailExists()
      if (phone && (await findAccount(tx, { phone }))) throw phoneExists()
      const made = await createUser(tx, {
        id,
        email,
        phone,
        passwordHash: facts.passwordHash ?? '',
        data: dataOf(body.user_metadata),
        appData: objectOf(body.app_metadata),
        emailConfirmed: Boolean(email) && body.email_confirm === true,
        phoneConfirmed: Boolean(phone) && body.phone_confirm === true,
        ...(facts.role ? { role: facts.role } : {})
      })
      if (!made) throw new Refusal(409, 'conflict', 'A user with this id, email or phone exists already')
      await ban(tx, id, facts.banSeconds)
      return (await findAccount(tx, { id }))?.user
    })
    return json(200, user)
  }

  async function update({ body, url }: Call): Promise<Response> {
    const id = idOf(url)
    const email = body.email ? emailOf(body.email) : undefined
    const phone = body.phone ? phoneOf(body.phone) : undefined
    const facts = await factsOf(body)
    const user = await asAuth(async (tx) => {
      const account = await mustFind(tx, id)
      if (email) await setContact(tx, id, 'email', email, email === account.user.email && account.emailConfirmed)
      if (phone) await setContact(tx, id, 'phone', phone, phone === account.user.phone && account.phoneConfirmed)
      if (body.email_confirm === true) await confirm(tx, id, 'email')
      if (body.phone_confirm === true) await confirm(tx, id, 'phone')
      if (facts.role || facts.passwordHash !== null) {
        await tx.query(
          `update auth.users set role = coalesce($2, role), encrypted_password = coalesce($3, encrypted_password),
             updated_at = now() where id = $1::uuid`,
          [id, facts.role, facts.passwordHash]
        )
      }
      await ban(tx, id, facts.banSeconds)
      if (body.user_metadata) await updateMetadata(tx, id, dataOf(body.user_metadata))
      if (body.app_metadata) await updateMetadata(tx, id, objectOf(body.app_metadata), 'app')
      return (await mustFind(tx, id)).user
    })
    return json(200, user)
  }

  async function remove({ body, url }: Call): Promise<Response> {
    const id = idOf(url)
    await asAuth(async (tx) => {
      const account = await mustFind(tx, id)
      if (body.should_soft_delete !== true) {
        await tx.query('delete from auth.users where id = $1::uuid', [id])
      } else if (!account.user.deleted_at) await softDelete(tx, account)
    })
    return json(200, {})
  }

  /** Checks the fields of a request that need no database, and hashes its password. */
  async function factsOf(body: Body) {
    const { password, ban_duration: duration, role } = body
    if (password !== undefined && password !== null && password !== '') {
      checkPassword(textOf(password), config.password)
    }
    const seconds = typeof duration === 'string' ? (duration === 'none' ? 0 : goDuration(duration)) : undefined
    if (seconds === null) throw invalid('invalid format for ban duration: time: invalid duration')
    return {
      banSeconds: seconds,
      passwordHash: password ? await hashPassword(textOf(password)) : null,
      role: typeof role === 'string' && role !== '' ? role : null
    }
  }

  const routes: Routes = {
    'GET /admin/users': list,
    'POST /admin/users': create,
    'GET /admin/users/:id': async ({ url }) => json(200, (await asAuth((tx) => mustFind(tx, idOf(url)))).user),
    'PUT /admin/users/:id': update,
    'DELETE /admin/users/:id': remove
  }
  return Object.fromEntries(Object.entries(routes).map(([name, handler]) => [name, adminOnly(context, handler)]))
}

/** Returns a user, also a soft-deleted one. @throws Refusal if there is none */
export async function mustFind(tx: Sql, id: string): Promise<Account> {
  const account = await findAnyAccount(tx, id)
  if (!account) throw userNotFound()
  return account
}

/**
 * Deletes a user but keeps the row, in GoTrue's way and order: hashes replace addresses and numbers, also missing ones, and then
 * both sets of metadata are emptied.
 */
async function softDelete(tx: Sql, { user, newEmail, newPhone }: Account): Promise<void> {
  const { id } = user
  const hash = (value: string): string => createHash('sha256').update(`${id}${value}`).digest('base64url')
  const phoneHash = (value: string): string => hash(value).slice(0, 15)
  await tx.query(
    `update auth.users set email = $2, phone = $3, encrypted_password = null, email_change = $4, phone_change = $5,
       confirmation_token = '', recovery_token = '', email_change_token_current = '', email_change_token_new = '',
       phone_change_token = '', deleted_at = now(), updated_at = now() where id = $1::uuid`,
    [id, hash(user.email), phoneHash(user.phone), hash(newEmail), phoneHash(newPhone)]
  )
  for (const whose of ['user', 'app']) {
    await tx.query(`update auth.users set raw_${whose}_meta_data = '{}' where id = $1::uuid`, [id])
  }
  for (const table of ['sessions', 'one_time_codes', 'mfa_factors']) {
    await tx.query(`delete from auth.${table} where user_id = $1::uuid`, [id])
  }
  await tx.query(
    `update auth.identities i set identity_data = '{}', provider_id = translate(encode(sha256(convert_to(
       $1::text || i.provider || ':' || i.provider_id, 'UTF8')), 'base64'), '+/=', '-_') where i.user_id = $1::text::uuid`,
    [id]
  )
}

async function confirm(tx: Sql, id: string, what: 'email' | 'phone'): Promise<void> {
  const [before] = await tx.query<{ at: unknown }>('select last_sign_in_at as at from auth.users where id = $1::uuid', [
    id
  ])
  await markProved(tx, id, what)
  // Restore the empty time of the last sign-in, because a confirmation by an admin is no sign-in.
  if (!before?.at) await tx.query('update auth.users set last_sign_in_at = null where id = $1::uuid', [id])
}

/**
 * Bans a user for a number of seconds. 0 lifts the ban, and undefined changes nothing. The sessions of a banned user are kept,
 * but Auth refuses their requests.
 */
async function ban(tx: Sql, id: string, seconds: number | undefined): Promise<void> {
  if (seconds === undefined) return
  await tx.query(
    `update auth.users set updated_at = now(),
       banned_until = case when $2::float8 > 0 then now() + make_interval(secs => $2::float8) end where id = $1::uuid`,
    [id, seconds]
  )
}

/** Returns the id of the user whom the address names. @throws Refusal if it is no UUID */
export function idOf(url: URL): string {
  const id = url.pathname.split('/')[3] ?? ''
  if (!isUuid(id)) throw invalid('user_id must be an UUID')
  return id
}

function pageNumber(url: URL, name: string, fallback: number): number {
  const text = url.searchParams.get(name) || String(fallback)
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) throw invalid(`Bad Pagination Parameters: ${name} must be a number`)
  return Number(text)
}
