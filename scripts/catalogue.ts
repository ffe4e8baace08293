import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createDatabase } from '../stack/database/index.ts'
import { removeCluster } from '../stack/database/native/place.ts'
import { createLog } from '../stack/log.ts'

/** The project's root folder. */
export const root = resolve(import.meta.dirname, '..')

/** The value of `--name=value` or `--name value`. */
export function option(args: readonly string[], name: string): string | undefined {
  const at = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`))
  if (at === -1) return undefined
  const arg = args[at] ?? ''
  return arg.includes('=') ? arg.slice(arg.indexOf('=') + 1) : args[at + 1]
}

/** A free port on 127.0.0.1. */
export async function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/**
 * Runs `work` on a migrated and seeded database: the one of `--url`, else a fresh native one in `--data` or in a temporary
 * folder, which is stopped afterwards.
 *
 * @throws Failure if there is no PostgreSQL with PostGIS, or a migration is wrong.
 */
export async function withDatabase<T>(
  args: readonly string[],
  work: (url: string) => Promise<T>,
  settings?: Record<string, string>
): Promise<T> {
  const given = option(args, 'url')
  if (given) return work(given)
  const kept = option(args, 'data')
  const dataDir = resolve(kept ?? mkdtempSync(join(tmpdir(), 'hackney-database-')))
  const opened = await createDatabase({
    kind: 'native',
    dataDir,
    port: await freePort(),
    root,
    log: createLog('text', () => {}),
    settings
  })
  try {
    if (opened.database.url === null) throw new Error('The database has no address')
    return await work(opened.database.url)
  } finally {
    await opened.database.stop()
    if (kept === undefined) {
      removeCluster(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}

/**
 * Writes a generated file, or with `--check` compares it and reports.
 *
 * @returns The exit code: 1 when a check found a difference.
 */
export async function writeOrCheck(path: string, text: string, args: readonly string[]): Promise<number> {
  const file = resolve(root, path)
  const before = await readFile(file, 'utf8').catch(() => '')
  if (!args.includes('--check')) {
    if (before !== text) await writeFile(file, text)
    process.stdout.write(`${path} ${before === text ? 'unchanged' : 'written'}\n`)
    return 0
  }
  if (before === text) {
    process.stdout.write(`${path} is up to date\n`)
    return 0
  }
  process.stderr.write(`${path} differs${firstDifference(before, text)}\nGenerate it and commit.\n`)
  return 1
}

function firstDifference(before: string, after: string): string {
  const old = before.split('\n')
  const now = after.split('\n')
  const at = now.findIndex((line, index) => line !== old[index])
  const line = at === -1 ? now.length : at
  return ` at line ${line + 1}:\n- ${old[line] ?? '(end)'}\n+ ${now[line] ?? '(end)'}`
}
