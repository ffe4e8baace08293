import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { actAs, actAsRole } from './people.ts'

/** A row of the database that calls lock. */
export interface LockedRow {
  /** The role of the row in the scenarios, such as `booking` or `rider's wallet`. */
  name: string
  table: string
  key: string
  id: string
}

/** A call of a function by a person, by the role `service_role`, or by the superuser (`none`), as the schedule does. */
export interface LockingCall {
  name: string
  by: string
  statement: string
  args?: unknown[]
}

/** A call waits for one row while it holds others. */
export interface Wait {
  call: string
  waitsFor: string
  holds: readonly string[]
}

class Undo extends Error {}

const lockRow = ({ table, key, id }: LockedRow): string =>
  `select 1 from ${table} where ${key} = '${id}' for no key update`

/** Whether the backend waits for a lock (true), or its call has ended (false). Polls until one of them is the case. */
async function isWaiting(watch: postgres.Sql, pid: number, ended: () => boolean): Promise<boolean> {
  while (!ended()) {
    const [row] = await watch<{ waits: boolean }[]>`select cardinality(pg_blocking_pids(${pid})) > 0 as waits`
    if (row?.waits) return true
    // Without a pause, asking takes more processor time than the call.
    await sleep(2)
  }
  return false
}

/** The rows that another transaction has locked. */
async function locked(watch: postgres.Sql, rows: readonly LockedRow[]): Promise<string[]> {
  const free = await Promise.all(rows.map((row) => watch.unsafe(`${lockRow(row)} skip locked`)))
  return rows.flatMap(({ name }, n) => (free[n]?.length === 0 ? [name] : []))
}

/** Runs a call in a transaction that is rolled back; `begun` gets the backend's process id, `done` is awaited after the call. */
async function undone(
  sql: postgres.Sql,
  { by, statement, args = [] }: LockingCall,
  { begun, done }: { begun?(pid: number): void; done?(): Promise<void> }
): Promise<void> {
  await sql
    .begin(async (tx) => {
      await (by === 'service_role' || by === 'none' ? actAsRole(tx, by) : actAs(tx, by))
      const [own] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
      begun?.(own?.pid ?? 0)
      await tx.unsafe(statement, args as never[])
      await done?.()
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
}

/** Which rows the call has locked by the time it waits for `row`, which another transaction holds. */
async function heldBefore(
  sql: postgres.Sql,
  watch: postgres.Sql,
  call: LockingCall,
  row: LockedRow,
  rows: readonly LockedRow[]
): Promise<string[] | null> {
  const holder = await sql.reserve()
  await holder.unsafe(`begin; ${lockRow(row)}`)
  let hasEnded = false
  let begun = (_pid: number): void => {}
  const pid = new Promise<number>((resolve) => {
    begun = resolve
  })
  // A refusal because of the locked row (try_again) ends the call without waiting.
  const work = undone(sql, call, { begun })
    .catch(() => {})
    .finally(() => {
      hasEnded = true
    })
  const waits = await isWaiting(watch, await pid, () => hasEnded)
  const holds = waits
    ? await locked(
        watch,
        rows.filter(({ name }) => name !== row.name)
      )
    : null
  await holder.unsafe('rollback')
  holder.release()
  await work
  return holds
}

/**
 * Finds out in which order a call locks rows: it runs once for each row that it locks, while another transaction holds this row.
 * Returns the cases in which it waits and the rows that it passes by while they are held, or the refusal if it is refused although
 * no other transaction holds a row.
 */
export async function findWaits(
  sql: postgres.Sql,
  watch: postgres.Sql,
  call: LockingCall,
  rows: readonly LockedRow[]
): Promise<{ waits: Wait[]; passes: string[] } | string> {
  let names: string[] = []
  try {
    await undone(sql, call, {
      done: async () => {
        names = await locked(watch, rows)
      }
    })
  } catch (error) {
    return (error as Error).message
  }
  const waits: Wait[] = []
  const passes: string[] = []
  for (const row of rows.filter(({ name }) => names.includes(name))) {
    const holds = await heldBefore(sql, watch, call, row, rows)
    if (holds) waits.push({ call: call.name, waitsFor: row.name, holds })
    else passes.push(row.name)
  }
  return { waits, passes }
}

/** A line of docs/reference/locks.md: the rows of a call in the order in which it waits for them, and those it passes by. */
export function lineOf(call: string, waits: readonly Wait[], passes: readonly string[]): string {
  const order = waits.toSorted(
    (a, b) => a.holds.length - b.holds.length || Number(a.waitsFor > b.waitsFor) - Number(a.waitsFor < b.waitsFor)
  )
  return `| ${call} | ${order.map(({ waitsFor }) => waitsFor).join(', ')} | ${passes.toSorted().join(', ')} |`
}

const share = (one: Wait, other: Wait): boolean => one.holds.some((name) => other.holds.includes(name))

/**
 * The circles of two or three waits that could deadlock: each call waits for a row that the next one holds, and no row is held by
 * two of them (such a row would let only one of them come so far).
 */
export function findCircles(waits: readonly Wait[]): string[] {
  const circles = new Map<string, string>()
  const isBefore = (one: Wait, other: Wait) => other.holds.includes(one.waitsFor) && !share(one, other)
  const add = (...circle: Wait[]) => {
    const key = circle
      .map(({ waitsFor }) => waitsFor)
      .sort()
      .join()
    const text = circle.map((w) => `${w.call} holds ${w.holds.join(', ')} and waits for ${w.waitsFor}`).join('; ')
    if (!circles.has(key)) circles.set(key, text)
  }
  for (const a of waits)
    for (const b of waits.filter((wait) => isBefore(a, wait))) {
      if (isBefore(b, a)) add(a, b)
      for (const c of waits) if (isBefore(b, c) && isBefore(c, a) && !share(a, c)) add(a, b, c)
    }
  return [...circles.values()]
}
