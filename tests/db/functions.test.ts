/**
 * Checks every cell of functions.txt: which roles may execute each function of the API, which of them it serves for the ids of
 * other people's rows, which staff may call it, what it adds to the audit log, and what a demo and a suspension refuse. The
 * functions come from the catalogue, so a function without a line fails.
 */
import type postgres from 'postgres'
import { tryDemo, tryLog, trySilent } from './support/as-admin.ts'
import { tryStaff } from './support/as-staff.ts'
import { trySuspended } from './support/as-suspended.ts'
import { callAll, findFunctions, type Line, type Role, readFunctions, roles, tryCall } from './support/functions.ts'
import { type Report, rolledBackOutcomes } from './support/outcomes.ts'

/** The broadcasts while everyone.sql played: their number, and the messages with payload fields that are not ids. */
const payloads = `
  select count(distinct m.id)::int as count,
    string_agg(m.topic || ' ' || m.event || ' ' || m.payload, ', ') filter (where k.key !~ '^(id|[a-z]+_id)$'
      or k.value !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') as more
  from realtime.messages m left join lateral jsonb_each_text(m.payload) k on true`

async function tryPayloads(tx: postgres.TransactionSql, report: Report): Promise<void> {
  const [told] = await tx.unsafe<{ more: string | null; count: number }[]>(payloads)
  const isPlain = told?.more === null && told.count > 50
  report(isPlain, 'the payload of each broadcast of everyone.sql contains only ids', told?.more ?? 'too few')
}

function tryLines(lines: readonly Line[], may: Map<string, Set<Role>>, report: Report): void {
  const known = new Set(lines.map(({ name }) => name))
  for (const name of may.keys()) report(known.has(name), `public.${name} has a line in functions.txt`)
  const gone = [...known].filter((name) => !may.has(name))
  report(gone.length === 0, 'each function in functions.txt exists', gone.join(', '))
}

/** A refused role must get one of our keys or lack the grant, never another error. Bookings in each status: steps.sql. */
async function tryRoles(
  tx: postgres.TransactionSql,
  lines: readonly Line[],
  may: Map<string, Set<Role>>,
  report: Report
): Promise<void> {
  const tried = await callAll(tx, lines, may)
  for (const line of lines)
    for (const role of roles) {
      const outcome = tried.find((one) => one.line === line && one.role === role)?.outcome ?? 'no grant'
      const isRight =
        (outcome !== 'no grant') === line.mayCall.has(role) &&
        (outcome === 'served') === line.serves.has(role) &&
        /^(served|nothing|no grant|refused: .*)$/.test(outcome)
      const says = `${line.mayCall.has(role) ? 'can call it' : 'cannot call it'}, ${line.serves.has(role) ? 'is served' : 'is not served'}`
      report(isRight, `${line.label}: ${role} ${says}`, `${outcome}\n${line.call}`)
    }
}

await rolledBackOutcomes(['everyone.sql'], async (tx, report) => {
  const lines = readFunctions()
  const may = await findFunctions(tx)
  await tx.unsafe(tryCall)
  await tryPayloads(tx, report)
  tryLines(lines, may, report)
  await tryRoles(tx, lines, may, report)
  await tryStaff(tx, lines, report)
  await trySilent(tx, lines, report)
  await tryLog(tx, lines, report)
  await tryDemo(tx, lines, report)
  await trySuspended(tx, lines, may, report)
})
