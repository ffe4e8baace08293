/**
 * Who may execute each function of the API, and whom it serves when it is given the ids of other people's rows, against
 * execute-matrix.txt: generated from the catalogue, so that a function without a line there fails. Whoever is not served is
 * refused by a key of ours or by a missing grant, never by an accident inside. Bookings in each status: steps.sql.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { splitStatements } from '../../stack/database/statements.ts'
import type { Report } from './run.ts'
import { tryAll } from './support/calls.ts'

const roles = ['anon', 'rider', 'driver', 'fleetadmin', 'admin', 'service'] as const
type Role = (typeof roles)[number]
const groups: Record<string, readonly string[]> = {
  people: ['rider', 'driver', 'fleetadmin', 'admin'],
  everyone: ['anon', 'rider', 'driver', 'fleetadmin', 'admin'],
  nobody: []
}

interface Cell {
  execute: Set<string>
  served: Set<string>
}

function readMatrix(text: string): Map<string, Cell> {
  const who = (list: string): Set<string> => new Set(list.split(', ').flatMap((word) => groups[word] ?? [word]))
  const matrix = new Map<string, Cell>()
  for (const line of text.split('\n').filter((one) => one.trim() !== '' && !one.startsWith('#'))) {
    const [, name, execute, served] = /^(\w+): ((?:\w+, )*\w+) \| ((?:\w+, )*\w+)$/.exec(line) ?? []
    if (!name || !execute || !served) throw new Error(`execute-matrix.txt: not understood: ${line}`)
    matrix.set(name, { execute: who(execute), served: who(served) })
  }
  for (const role of [...matrix.values()].flatMap((cell) => [...cell.execute, ...cell.served])) {
    if (!roles.includes(role as Role)) throw new Error(`execute-matrix.txt: no such role: ${role}`)
  }
  return matrix
}

const outcomes = `
  with calls as (
    select p.oid, p.proname::text as name, format('select public.%I(%s)', p.proname, string_agg(format('%I => %s', a.name,
        coalesce(own.value, shared.value, 'null')), ', ') filter (where own.value is not null or shared.value is not null or a.place <= p.pronargs - p.pronargdefaults)) as statement
    from pg_proc p left join unnest(p.proargnames) with ordinality a (name, place) on a.place <= p.pronargs
    left join arguments own on own.name = p.proname || '.' || a.name left join arguments shared on shared.name = a.name
    where p.pronamespace = 'public'::regnamespace and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    group by p.oid)
  select c.name, r.role, e.may, case when e.may then tests.try_call(r.role, c.statement) else 'no grant' end as outcome, c.statement
  from calls c cross join unnest('{anon,rider,driver,fleetadmin,admin,service}'::text[]) r (role)
  cross join lateral (select has_function_privilege(case r.role when 'anon' then 'anon' when 'service' then 'service_role' else 'authenticated' end,
    c.oid, 'execute') as may) e
  order by c.name, r.role`

interface Outcome {
  name: string
  role: Role
  may: boolean
  outcome: string
  statement: string
}

class Rollback extends Error {}

/** Calls everything in one transaction that is rolled back; `url` is a superuser's. */
export async function test(url: string, report: Report): Promise<void> {
  const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8')
  const matrix = readMatrix(read('execute-matrix.txt'))
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { client_min_messages: 'error' } })
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe(read('support.sql'))
      for (const { text } of splitStatements(read('support/everyone.sql'))) await tx.unsafe(text)
      await tx.unsafe(tryAll)
      const found = await tx.unsafe<Outcome[]>(outcomes)
      const names = new Set(found.map(({ name }) => name))
      const gone = [...matrix.keys()].filter((name) => !names.has(name))
      report(gone.length === 0, 'execute-matrix.txt names nothing that does not exist', gone.join(', '))
      for (const name of names) {
        const where = 'write down in tests/db/execute-matrix.txt who may execute it, and whom it serves'
        report(matrix.has(name), `public.${name} has a line in the matrix`, where)
      }
      for (const { name, role, may, outcome, statement } of found) {
        const cell = matrix.get(name)
        if (!cell) continue
        const isServed = outcome === 'served'
        const isOurs = /^(served|nothing|no grant|refused: .*)$/.test(outcome)
        const isRight = may === cell.execute.has(role) && isServed === cell.served.has(role) && isOurs
        const says = `${cell.execute.has(role) ? 'may call' : 'may not call'}, ${cell.served.has(role) ? 'is served' : 'gets nothing'}`
        report(isRight, `${name}: ${role} ${says}`, `${may ? 'has' : 'has no'} grant: ${outcome}\n${statement}`)
      }
      throw new Rollback()
    })
  } catch (error) {
    if (!(error instanceof Rollback)) throw error
  } finally {
    await sql.end()
  }
}
