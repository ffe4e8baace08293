import { Failure } from '../../failure.ts'
import type { Bootstrap } from '../bootstrap.ts'
import type { MigrationFile } from '../migrate.ts'
import { splitStatements } from '../statements.ts'
import type { Findings } from './inspect.ts'

/** Returns a statement from its first word on, without the comments before it. */
const bare = (sql: string): string => sql.replace(/^(?:\s|--[^\n]*(?:\n|$))*/, '')

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * Returns the bootstrap for an empty database on a server that other databases share. Its statements name this database instead
 * of `postgres`. Roles belong to the whole server, so statements for existing roles are left out.
 */
export function forEmpty(bootstrap: Bootstrap, { name, roles }: Findings): Bootstrap {
  const rewrite = (statement: string): string | null => {
    const text = bare(statement)
    const [, role] = /^(?:create|alter) role (\w+)/i.exec(text) ?? []
    if (role !== undefined && roles.has(role)) return null
    if (/^alter database postgres owner/i.test(text)) {
      return `grant create, connect on database ${quote(name)} to postgres; grant create on schema public to postgres`
    }
    return statement.replace(/alter database postgres /i, `alter database ${quote(name)} `)
  }
  const files = bootstrap.files.map((file) => ({
    name: file.name,
    sql: splitStatements(file.sql)
      .flatMap(({ text }) => rewrite(text) ?? [])
      .map((text) => `${text};\n`)
      .join('')
  }))
  return { ...bootstrap, files }
}

const made = /^create (?:or replace )?(table|function|trigger) (?:if not exists )?([\w.]+)/i

/** Name of the trigger that the stack adds to Supabase's tables; other triggers on them are not ours. */
const ownTrigger = 'tg_messages__notify'

/** Returns the functions, tables and triggers that the stack needs and a Supabase project lacks. */
export function forSupabase(bootstrap: Bootstrap): { kind: string; name: string; sql: string }[] {
  return bootstrap.files.flatMap((file) =>
    splitStatements(file.sql).flatMap(({ text }) => {
      const [, kind, name] = made.exec(bare(text)) ?? []
      if (kind === undefined || name === undefined || (!name.includes('.') && kind.toLowerCase() !== 'trigger'))
        return []
      if (name.startsWith('supabase_migrations.')) return []
      if (kind.toLowerCase() === 'trigger' && name !== ownTrigger) return []
      return [{ kind: kind.toLowerCase(), name, sql: text }]
    })
  )
}

const wantedRoles = (bootstrap: Bootstrap): string[] => [
  ...new Set(
    bootstrap.files.flatMap(({ sql }) => [...sql.matchAll(/create role (\w+)/gi)].map(([, role]) => role ?? ''))
  )
]

/**
 * Describes what a start would change in the database, one line per change. Returns no lines if nothing would change.
 *
 * @throws Failure if the database is foreign, or has a migration that is not among `migrations`.
 */
export function plan(findings: Findings, bootstrap: Bootstrap, migrations: readonly MigrationFile[]): string[] {
  const { origin, name, held, applied, roles, extensions, hasCron } = findings
  if (origin === 'foreign') {
    const what = held.length > 0 ? `holds ${held.join(', ')} and perhaps more` : 'has migrations of something else'
    throw new Failure(`The database ${name} ${what}, which Hackney did not make.`, 'Give an empty database.')
  }
  const unknown = applied.find((version) => !migrations.some((file) => file.version === version))
  if (unknown !== undefined) {
    throw new Failure(
      `The database ${name} has the migration ${unknown}, which is not one of Hackney's.`,
      'Give an empty database, or the newer version of Hackney that made it.'
    )
  }
  const list = (items: string[]): string => (items.length > 0 ? items.join(', ') : 'none')
  const lines: string[] = []
  if (origin === 'empty') {
    lines.push(`schemas: auth, storage, realtime, extensions, ${hasCron ? '' : 'cron, '}supabase_migrations, stack`)
    lines.push(`roles of the server: ${list(wantedRoles(bootstrap).filter((role) => !roles.has(role)))}`)
    const wanted = ['postgis', 'pgcrypto', 'uuid-ossp', ...(hasCron ? ['pg_cron'] : [])]
    lines.push(`extensions: ${list(wanted.filter((extension) => !extensions.has(extension)))}`)
  }
  if (origin === 'supabase')
    lines.push('schema stack, and functions and tables of its own in auth, storage and realtime')
  const pending = migrations.filter(({ version }) => !applied.includes(version))
  const [first] = pending
  if (first) lines.push(`migrations: ${pending.length} pending, from ${first.path}`)
  return lines
}
