import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMigrations } from '../../stack/database/migrate.ts'
import type { OpenDatabase } from '../../stack/database/open-database.ts'
import { createProject, kinds, type Project } from '../../stack/testing/project.ts'

const root = join(import.meta.dirname, '../..')
const supabase = createRequire(import.meta.url)
  .resolve('supabase/package.json')
  .replace('package.json', 'dist/supabase.js')

interface Outcome {
  code: number
  out: string
  err: string
}

interface Advice {
  name: string
  level: string
  detail: string
  metadata?: { name?: string; schema?: string }
}

/**
 * Advice that we decline: one policy per role reads better than a joined one, and SQL functions of the private schema `app` are
 * inlined into queries, which a fixed search path would prevent (also for a procedure that commits).
 */
const declined = ({ name, metadata }: Advice): boolean =>
  name === 'multiple_permissive_policies' || (name === 'function_search_path_mutable' && metadata?.schema === 'app')

describe.runIf(kinds.includes('native'))('the Supabase CLI', () => {
  let project: Project
  let opened: OpenDatabase
  let url: string

  /** Runs the CLI on a copy of supabase/, because it leaves files there. */
  const run = (...args: string[]): Promise<Outcome> => runWith({}, ...args)
  const runWith = (variables: Record<string, string>, ...args: string[]): Promise<Outcome> =>
    new Promise((resolve) => {
      const quiet = { SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', HOME: project.root, CI: '1' }
      const env = { ...process.env, ...quiet, ...variables }
      const all = [supabase, ...args, '--workdir', join(project.root, 'copy'), '--db-url', url]
      execFile(process.execPath, all, { env, timeout: 290_000, maxBuffer: 2 ** 26 }, (error, out, err) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, out, err })
      )
    })

  beforeAll(async () => {
    project = await createProject()
    opened = await project.open('native')
    // The CLI can add its checker only if `postgres` may create the extension, as on a hosted project.
    await opened.database.exec('create extension if not exists plpgsql_check with schema extensions').catch(() => null)
    const address = new URL(opened.database.url ?? '')
    address.username = 'postgres'
    address.searchParams.set('sslmode', 'disable')
    url = address.href
    // The files of a fresh clone, without those that git ignores.
    const isCloned = (path: string) => !/\/(\.env|\.env\.local|\.env\.production|\.temp|\.branches)$/.test(path)
    await cp(join(root, 'supabase'), join(project.root, 'copy/supabase'), { recursive: true, filter: isCloned })
  })
  afterAll(async () => {
    await opened.database.stop()
    await project.remove()
  })

  it('accepts the configuration of a fresh clone, and lists the migrations', async () => {
    const listed = await run('migration', 'list')
    expect(listed, listed.err).toMatchObject({ code: 0 })
    for (const { version } of await readMigrations(root)) expect(listed.out).toContain(version)
  })

  it('reads no development values when it is told to work on production', async () => {
    const { code, out, err } = await runWith({ SUPABASE_ENV: 'production' }, 'migration', 'list')
    expect(code).toBe(1)
    expect(out + err).toContain('auth.hook.send_sms.uri')
  })

  it('pushes every migration and the seed', async () => {
    const dry = await run('db', 'push', '--dry-run', '--yes')
    expect(dry, dry.err).toMatchObject({ code: 0 })
    const pushed = await run('db', 'push', '--include-seed', '--yes')
    expect(pushed, pushed.err).toMatchObject({ code: 0 })
    const files = await readMigrations(root)
    const recorded = await opened.database.query<{ version: string }>(
      'select version from supabase_migrations.schema_migrations order by version'
    )
    expect(recorded.map(({ version }) => version)).toEqual(files.map(({ version }) => version))
    expect(await opened.database.query(`select from auth.users where email = 'rider@hackney.test'`)).toHaveLength(1)
    const again = await run('db', 'push', '--yes')
    expect(again).toMatchObject({ code: 0 })
    expect(again.out + again.err).toContain('up to date')
  })

  it('finds no warnings in the functions', async (context) => {
    const [installed] = await opened.database.query(`select from pg_extension where extname = 'plpgsql_check'`)
    if (!installed) context.skip('no plpgsql_check on this machine')
    const { code, out, err } = await run('db', 'lint', '--schema', 'app,public', '--level', 'warning')
    expect(code, err).toBe(0)
    expect(out.trim() === '' ? [] : JSON.parse(out)).toEqual([])
  })

  it('gives no advice beyond what we decline', async () => {
    const { code, out, err } = await run('db', 'advisors', '--level', 'warn')
    expect(code, err).toBe(0)
    const advice = out.trim().startsWith('[') ? (JSON.parse(out) as Advice[]) : []
    expect(advice.filter((one) => !declined(one)).map(({ name, detail }) => `${name}: ${detail}`)).toEqual([])
  })
})
