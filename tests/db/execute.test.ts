/**
 * Compares with execute-matrix.txt which roles can execute each function of the API, and which ones it serves when given the
 * ids of other people's rows. The functions come from the catalogue, so a function without a line fails. A refused role must
 * get one of our keys or lack the grant, never another error. Bookings in each status: steps.sql.
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

/** The broadcasts while everyone.sql played: their number, and the messages with payload fields that are not ids. */
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
    'the payload of each broadcast of everyone.sql contains only ids',
    told?.more ?? 'too few'
  )
  await tx.unsafe(tryAll)
  const found = await tx.unsafe<Outcome[]>(callEverything)
  const names = new Set(found.map(({ name }) => name))
  const gone = [...matrix.keys()].filter((name) => !names.has(name))
  report(gone.length === 0, 'each function in execute-matrix.txt exists', gone.join(', '))
  for (const name of names) {
    const where = 'add to tests/db/execute-matrix.txt who can execute it, and whom it serves'
    report(matrix.has(name), `public.${name} has a line in execute-matrix.txt`, where)
  }
  for (const { name, role, may, outcome, statement } of found) {
    const cell = matrix.get(name)
    if (!cell) continue
    const isServed = outcome === 'served'
    const isOurs = /^(served|nothing|no grant|refused: .*)$/.test(outcome)
    const isRight = may === cell.execute.has(role) && isServed === cell.served.has(role) && isOurs
    const says = `${cell.execute.has(role) ? 'can call it' : 'cannot call it'}, ${cell.served.has(role) ? 'is served' : 'is not served'}`
    report(isRight, `${name}: ${role} ${says}`, `${may ? 'has' : 'has no'} grant: ${outcome}\n${statement}`)
  }
})
