/**
 * Runs the database tests and prints TAP.
 *
 *   node tests/db/run.ts [--url=postgresql://…] [--data=DIR] [name …]
 *
 * Each `*.sql` file runs in one transaction that is rolled back, with the helpers of support.sql; each `*.test.ts`
 * exports `test(url, report)` and cleans up after itself. Without --url a fresh native database is made for the run.
 * The address must be a superuser's: the run creates pgtap and plpgsql_check.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { withDatabase } from '../../scripts/catalogue.ts'
import { splitStatements } from '../../stack/database/statements.ts'

/** Takes the outcome of one assertion. */
export type Report = (passed: boolean, name: string, detail?: string) => void

const folder = import.meta.dirname
const counts = { passed: 0, failed: 0 }

function report(passed: boolean, name: string, detail = ''): void {
  counts[passed ? 'passed' : 'failed'] += 1
  const number = counts.passed + counts.failed
  process.stdout.write(`${passed ? 'ok' : 'not ok'} ${number} - ${name}\n`)
  if (!passed && detail) process.stdout.write(`${detail.replace(/^(?!#)/gm, '# ')}\n`)
}

/** Reads the lines pgTAP answered: results go to the report, diagnostics belong to the result before. */
function readTap(file: string, lines: readonly string[]): { planned: number | null; seen: number } {
  let planned: number | null = null
  let seen = 0
  for (const line of lines.flatMap((text) => text.split('\n'))) {
    const [, plan] = /^1\.\.(\d+)/.exec(line) ?? []
    if (plan !== undefined) planned = Number(plan)
    const [, not, name] = /^(not )?ok \d+(?: - (.*))?/.exec(line) ?? []
    if (/^(not )?ok /.test(line)) {
      seen += 1
      report(not === undefined, `${file}: ${name ?? ''}`)
    } else if (line.startsWith('#')) process.stdout.write(`${line}\n`)
  }
  return { planned, seen }
}

class Rollback extends Error {}

async function runSql(sql: postgres.Sql, file: string): Promise<void> {
  const support = readFileSync(join(folder, 'support.sql'), 'utf8')
  const statements = splitStatements(readFileSync(join(folder, file), 'utf8'))
  const lines: string[] = []
  let failure: { message: string; statement: string } | null = null
  await sql
    .begin(async (tx) => {
      await tx.unsafe(support)
      for (const { text } of statements) {
        try {
          const rows = await tx.unsafe(text)
          for (const row of rows) lines.push(String(Object.values(row)[0] ?? ''))
        } catch (error) {
          failure = { message: error instanceof Error ? error.message : String(error), statement: text.trim() }
          break
        }
      }
      throw new Rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error
    })
  const { planned, seen } = readTap(file, lines)
  const broken = failure as { message: string; statement: string } | null
  if (broken) report(false, `${file}: runs to its end`, `${broken.message}\n${broken.statement}`)
  else if (planned !== null && planned !== seen) report(false, `${file}: runs ${planned} tests, not ${seen}`)
}

async function prepare(sql: postgres.Sql): Promise<void> {
  await sql`create extension if not exists pgtap with schema extensions`
  await sql`create extension if not exists plpgsql_check with schema extensions`
  // A job ticking in the background would advance what a test is looking at.
  await sql`update cron.job set active = false`
}

async function run(url: string, wanted: readonly string[]): Promise<void> {
  const files = readdirSync(folder).filter((file) => /\.(sql|test\.ts)$/.test(file) && file !== 'support.sql')
  const chosen = files.filter((file) => wanted.length === 0 || wanted.some((name) => file.includes(name))).sort()
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { client_min_messages: 'warning' } })
  try {
    await prepare(sql)
    for (const file of chosen.filter((name) => name.endsWith('.sql'))) await runSql(sql, file)
    for (const file of chosen.filter((name) => name.endsWith('.test.ts'))) {
      const { test } = (await import(join(folder, file))) as { test(url: string, report: Report): Promise<void> }
      await test(url, (passed, name, detail) => report(passed, `${file}: ${name}`, detail))
    }
  } finally {
    await sql`update cron.job set active = true`
    await sql.end()
  }
  process.stdout.write(`1..${counts.passed + counts.failed}\n${counts.passed} passed, ${counts.failed} failed\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2)
  const names = args.filter((arg, index) => !arg.startsWith('--') && !/^--(url|data)$/.test(args[index - 1] ?? ''))
  await withDatabase(args, (url) => run(url, names))
  process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
}
