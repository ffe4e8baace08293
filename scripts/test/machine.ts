import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'

/** What the full run needs in addition to the npm packages, and where it was found. */
export interface Machine {
  /** Version of PostgreSQL (15 or newer) with PostGIS; null if there is none. */
  postgres: number | null
  /** Whether PostgreSQL has the extensions that the database suite needs. */
  hasTestExtensions: boolean
  chromium: string | null
  /** Messages about missing parts, one line each: what is skipped and how to enable it. */
  hints: string[]
}

const OLDEST_POSTGRES = 15

/** The root folder in which programs are searched; only tests use another one. */
const WHOLE = '/'

function findPostgres(system: string): number | null {
  const folder = join(system, 'usr/lib/postgresql')
  return (
    globSync('*/bin/initdb', { cwd: folder })
      .map((path) => Number(path.split('/')[0]))
      .filter((major) => major >= OLDEST_POSTGRES)
      .sort((a, b) => b - a)[0] ?? null
  )
}

const hasExtension = (system: string, major: number, name: string) =>
  existsSync(join(system, `usr/share/postgresql/${major}/extension/${name}.control`))

/** Name of the browser without tabs and address bar: a test needs no drawing of these, and stories take a third less time. */
const SHELL = 'chromium-headless-shell'

/** Path of the browser for tests: the configured one, or one that the system installed; null if there is none. */
export function findChromium(system = WHOLE): string | null {
  const asked = process.env.HACKNEY_CHROMIUM
  const places = [SHELL, 'chromium', 'chromium-browser', 'google-chrome'].map((name) => join(system, 'usr/bin', name))
  return [asked, ...places].find((path) => path && existsSync(path)) ?? null
}

function hasApt(): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
}

const isInCatalogue = (name: string) => spawnSync('apt-cache', ['show', name]).status === 0

/** What a run needs from the machine: database tests need no browser. */
export type Need = 'everything' | 'database'

/** Names of the apt packages that are missing. */
export function missingPackages(system = WHOLE, need: Need = 'everything'): string[] {
  const found = findPostgres(system)
  const major = found ?? [15, 16, 17, 18].find((it) => isInCatalogue(`postgresql-${it}-postgis-3`)) ?? 15
  const wanted: [string, boolean][] = [
    [`postgresql-${major}`, found !== null],
    [`postgresql-${major}-postgis-3`, hasExtension(system, major, 'postgis')],
    [`postgresql-${major}-cron`, hasExtension(system, major, 'pg_cron')],
    [`postgresql-${major}-pgtap`, hasExtension(system, major, 'pgtap')],
    [`postgresql-${major}-plpgsql-check`, hasExtension(system, major, 'plpgsql_check')],
    [isInCatalogue(SHELL) ? SHELL : 'chromium', need === 'database' || findChromium(system) !== null]
  ]
  return wanted.filter(([, isThere]) => !isThere).map(([name]) => name)
}

/** Installs what the full run needs and the machine does not have, if Debian's apt and root are available. */
function installMissing(system: string, need: Need): void {
  if (missingPackages(system, need).length === 0 || !hasApt()) return
  const apt = (args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    }).status
  apt(['update', '-qq'])
  const names = missingPackages(system, need)
  console.log(`Installing for this run: ${names.join(', ')}`)
  if (apt(['install', '-y', '-qq', '--no-install-recommends', ...names]) !== 0) {
    console.log('Not everything could be installed (see above); what needs it is skipped')
  }
}

function describe(system: string): Machine {
  const major = findPostgres(system)
  const postgres = major !== null && hasExtension(system, major, 'postgis') ? major : null
  const wanted = ['pgtap', 'plpgsql_check']
  const missing = postgres === null ? wanted : wanted.filter((name) => !hasExtension(system, postgres, name))
  const chromium = findChromium(system)
  const hints: string[] = []
  if (postgres === null) hints.push('No PostgreSQL 15 or newer with PostGIS: what needs it is skipped; install both')
  else if (missing.length > 0) {
    const packages = missing.map((name) => `postgresql-${postgres}-${name.replace('_', '-')}`)
    hints.push(`No ${missing.join(' and ')}: the database suite is skipped; install ${packages.join(' and ')}`)
  }
  if (!chromium) hints.push('No Chromium: browser tests are skipped; install it or set HACKNEY_CHROMIUM to its path')
  if (hints.length > 0) hints.push('As root on Debian or Ubuntu, npm test installs all of these itself')
  return { postgres, hasTestExtensions: missing.length === 0, chromium, hints }
}

/** Examines the machine; `mayInstall` allows installing what is missing. */
export function prepareMachine(mayInstall: boolean, need: Need = 'everything', system = WHOLE): Machine {
  if (mayInstall) installMissing(system, need)
  return describe(system)
}
