/**
 * Who may execute each function of the API, and whom it serves when it is given the ids of other people's rows, against
 * execute-matrix.txt: generated from the catalogue, so that a function without a line there fails. A refused role is
 * refused by a key of ours or by a missing grant, never by an accident inside. Bookings in each status: steps.sql.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { callEverything, type Outcome, type Role, roles, tryAll } from './support/calls.ts'
import { rolledBackOutcomes } from './support/outcomes.ts'

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

/** What was told while everyone.sql played: messages in all, and what is no id in any of them. */
const payloads = `
  select count(distinct m.id)::int as count,
    string_agg(m.topic || ' ' || m.event || ' ' || m.payload, ', ') filter (where k.key !~ '^(id|[a-z]+_id)$'
      or k.value !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') as more
  from realtime.messages m left join lateral jsonb_each_text(m.payload) k on true`

const matrix = readMatrix(readFileSync(join(import.meta.dirname, 'execute-matrix.txt'), 'utf8'))

await rolledBackOutcomes(['everyone.sql'], async (tx, report) => {
  const [told] = await tx.unsafe<{ more: string | null; count: number }[]>(payloads)
  report(
    told?.more === null && told.count > 50,
    'every message of everything that is played carries ids alone',
    told?.more ?? 'too few'
  )
  await tx.unsafe(tryAll)
  const found = await tx.unsafe<Outcome[]>(callEverything)
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
})
