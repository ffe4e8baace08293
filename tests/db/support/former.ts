/**
 * People whose token does not reach what it names: the session ended, the person was suspended, demoted or deleted, or staff has
 * not confirmed the sign-in with a second factor. All tokens keep the claims from before.
 */
import type postgres from 'postgres'
import { idOf, type Sql } from './people.ts'

/** The person of each role in everyone.sql. */
export const holders = { rider: 'rider', driver: 'driver2', fleetadmin: 'fleet', admin: 'admin' } as const
export type Holder = keyof typeof holders
export const holderRoles = Object.keys(holders) as Holder[]

const table = 'create table tests.tokens (name text primary key, id uuid, session uuid, claims text)'
const rows = `
  insert into tests.tokens select n.name, tests.id(n.name), n.session, (tests.claims(n.name)::jsonb || jsonb_build_object('session_id', n.session))::text
  from (select v.name, gen_random_uuid() as session from unnest($1::text[]) v (name)) n`

const openSessions = `
  insert into auth.sessions (id, user_id, created_at) select t.session, t.id, now() from tests.tokens t on conflict do nothing`

const keptClaims = `
  create or replace function tests.claims(name text) returns text language sql stable security definer as $$
    select t.claims from tests.tokens t where t.name = claims.name
  $$`

/**
 * Opens a session for each person and keeps its token. From now on tests.claims gives these tokens. Staff needs a second factor, and
 * the tokens have it.
 */
export async function holdTokens(tx: postgres.TransactionSql): Promise<void> {
  await tx`update public.settings set staff_second_factor = true`
  await tx`select tests.factors(2)`
  await tx.unsafe(table)
  await tx.unsafe(rows, [Object.values(holders)])
  await tx.unsafe('grant select on tests.tokens to public')
  await tx.unsafe(keptClaims)
  await tx.unsafe(openSessions)
}

export interface State {
  /** As in titles: "a demoted admin". */
  name: string
  /** The change of the people with tokens. */
  change: string
  /** Whether a session is open afterwards. A change of rights ends it, and the rules have to hold without that, too. */
  isOpen: boolean
  /** The tables whose own rows are all that the person still reaches; without it, an open session reaches every own row. */
  onlyOwn?: readonly string[]
  /** Whether a driver only finishes the trips that have started: other own rows are closed. */
  onlyFinishes?: boolean
  of: readonly Holder[]
}

/** The trips that a driver finishes also after a suspension. */
export const toFinish = (driverId: string): string =>
  `(select f.id from public.bookings f where f.driver_id = '${driverId}' and f.status in ('STARTED', 'REACHED', 'PENDING'))`

/** Which own rows of a table a driver reads who only finishes the trips that have started; the table is `t`. */
export function finishedRows(name: string, columns: readonly string[], driverId: string): string {
  if (name === 'bookings') return `t.id in ${toFinish(driverId)}`
  if (columns.includes('booking_id')) return `t.booking_id in ${toFinish(driverId)}`
  return name === 'profiles' || name === 'drivers' ? `t.id = '${driverId}'` : 'false'
}

const theirs = 'id in (select t.id from tests.tokens t)'

export const states: readonly State[] = [
  { name: 'signed-out', change: 'delete from auth.sessions', isOpen: false, of: holderRoles },
  {
    name: 'suspended',
    change: `update public.profiles set approved = false where ${theirs}`,
    isOpen: true,
    onlyFinishes: true,
    of: holderRoles
  },
  {
    name: 'demoted',
    change: `update public.profiles set usertype = 'rider' where ${theirs}`,
    isOpen: true,
    of: ['driver', 'fleetadmin', 'admin']
  },
  {
    name: 'deleted',
    change: `update public.profiles set first_name = '', last_name = '', email = null, mobile = null, profile_image = null,
      approved = false, deleted_at = app.now() where ${theirs}`,
    isOpen: true,
    of: holderRoles
  },
  {
    name: 'half signed-in',
    change: `update tests.tokens set claims = jsonb_set(claims::jsonb, '{aal}', '"aal1"')::text`,
    isOpen: true,
    onlyOwn: ['profiles'],
    of: ['fleetadmin', 'admin']
  }
]

export async function enter(tx: postgres.TransactionSql, { change, isOpen }: State): Promise<void> {
  await tx.unsafe(change)
  if (isOpen) await tx.unsafe(openSessions)
}

export const holderId = (tx: Sql, role: Holder): Promise<string> => idOf(tx, holders[role])

/** Acts with the kept token until the transaction or savepoint ends. */
export async function actAsHolder(tx: Sql, role: Holder): Promise<void> {
  await tx`select tests.act_as(${holders[role]})`
}
