import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** A usable PostgreSQL installation. */
export interface Installation {
  /** Folder of the programs `postgres` and `initdb`. */
  bin: string
  major: number
  hasCron: boolean
}

export interface Search {
  /** The newest installation with PostGIS, or that of the existing data, if any. */
  found: Installation | null
  /** Why each installation was rejected, for messages. */
  rejected: string[]
}

const oldest = 15

function subfolders(base: string, tail: string): string[] {
  try {
    return readdirSync(base).map((name) => join(base, name, tail))
  } catch {
    return []
  }
}

/** Returns the folders in which to look for server programs: first where distributions install them, then the PATH. */
function candidates(): string[] {
  const known = [
    ...subfolders('/usr/lib/postgresql', 'bin'),
    ...readdirSync('/usr', { withFileTypes: true })
      .filter((entry) => entry.name.startsWith('pgsql-'))
      .map((entry) => join('/usr', entry.name, 'bin')),
    ...subfolders('/opt/homebrew/opt', 'bin').filter((path) => path.includes('/postgresql')),
    ...subfolders('/usr/local/opt', 'bin').filter((path) => path.includes('/postgresql')),
    ...subfolders('/Applications/Postgres.app/Contents/Versions', 'bin')
  ]
  const folders = [...known, ...(process.env.PATH ?? '').split(delimiter)].filter((folder) =>
    ['postgres', 'initdb'].every((name) => {
      try {
        accessSync(join(folder, name), constants.X_OK)
        return true
      } catch {
        return false
      }
    })
  )
  // Resolve links, because those on the PATH often lead to an installation that is already known.
  return [...new Set(folders.map((folder) => dirname(realpathSync(join(folder, 'postgres')))))]
}

/** Returns the share folders in which to look for extension files. Debian keeps this folder apart from the programs. */
function shareFolders(bin: string, major: number): string[] {
  return [`/usr/share/postgresql/${major}`, join(bin, '../share/postgresql'), join(bin, '../share')]
}

function hasExtension(bin: string, major: number, name: string): boolean {
  const holds = (folder: string): boolean => existsSync(join(folder, 'extension', `${name}.control`))
  const folders = shareFolders(bin, major)
  if (folders.some(holds)) return true
  try {
    // Ask pg_config last, because starting a process is the slowest step.
    return holds(execFileSync(join(bin, 'pg_config'), ['--sharedir'], { encoding: 'utf8', stdio: 'pipe' }).trim())
  } catch {
    // pg_config is missing: some distributions put it into a separate package.
    return false
  }
}

/**
 * Looks for PostgreSQL 15 or newer with PostGIS on this machine; `HACKNEY_PG_BIN` names another folder.
 *
 * @param major Version that made the existing data; it is preferred to a newer one, which could not read them.
 */
export function findInstallation(major?: number): Search {
  const rejected: string[] = []
  const usable: Installation[] = []
  const chosen = process.env.HACKNEY_PG_BIN
  for (const bin of chosen ? [chosen] : candidates()) {
    const here = majorOf(bin)
    if (here < oldest) rejected.push(`${bin} (version ${here || 'unknown'}, older than ${oldest})`)
    else if (!hasExtension(bin, here, 'postgis')) rejected.push(`${bin} (version ${here}, without PostGIS)`)
    else usable.push({ bin, major: here, hasCron: hasExtension(bin, here, 'pg_cron') })
  }
  const rank = (one: Installation): number => (one.major === major ? Number.POSITIVE_INFINITY : one.major)
  usable.sort((a, b) => rank(b) - rank(a))
  return { found: usable[0] ?? null, rejected }
}

/**
 * Returns the major version of an installation; 0 if it cannot be found out. On Debian it is in the folder's name. Elsewhere
 * `postgres --version` is run, which takes as long as all other steps of the search together.
 */
function majorOf(bin: string): number {
  const [, told] = /\/postgresql\/(\d+)\/bin$/.exec(bin) ?? []
  if (told) return Number(told)
  try {
    const text = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8', stdio: 'pipe' })
    return Number(/(\d+)/.exec(text)?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** Returns a text that changes when an installation's programs or extensions are replaced or updated. */
export function describeInstallation({ bin, major, hasCron }: Installation): string {
  const tell = (path: string): string => {
    const { size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {}
    return `${path} ${size} ${mtimeMs}`
  }
  const extensions = shareFolders(bin, major).flatMap((folder) => {
    const names = subfolders(join(folder, 'extension'), '')
    return names.filter((path) => path.endsWith('.control')).map(tell)
  })
  return [major, hasCron, ...['postgres', 'initdb'].map((name) => tell(join(bin, name))), ...extensions].join('\n')
}
