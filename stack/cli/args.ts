import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Failure } from '../failure.ts'
import { firmFolder, isAddress, isFirm, regionOf } from './firm.ts'

export interface Options {
  /** What to start: `start` is the whole stack, `db` only the database. */
  command: 'start' | 'db'
  kind: 'pglite' | 'native' | undefined
  /** URL of an external database; if undefined, the stack uses its own database. */
  databaseUrl: string | undefined
  /** Whether the data folder is a firm's: no demo data, and a map region of its own. */
  firm: boolean
  /** The OpenStreetMap extract that the firm's region is to be made of; undefined for the one that it has. */
  extract: string | undefined
  /** The e-mail address of the firm's first owner, whose account is made if there is no owner yet. */
  owner: string | undefined
  /** Absolute path of the folder with the map region. */
  region: string
  /** Whether to answer all questions with yes. */
  yes: boolean
  built: boolean
  web: boolean
  reset: boolean
  /** Whether to fill a new database with past bookings of the demo company (`supabase/seeds`), in the background. */
  history: boolean
  /** Whether the app shows the demo bar (controls for one person who tries the product). */
  demo: boolean
  /** Whether the demo city (simulated riders and drivers) runs; if undefined, `chooseCity` decides. */
  sim: 'on' | 'off' | undefined
  help: boolean
  logFormat: 'text' | 'json'
  ports: { api: number; database: number; inbox: number; web: number }
  /** Host names under which the stack may be requested, in addition to those of loopback. */
  allowedHosts: string[]
  /** Absolute path of a file with values of `[auth]` that override all others; undefined for none. */
  authConfig: string | undefined
  /** Absolute path of the data folder. */
  dataDir: string
}

export const usage = `Usage: npm start -- [options]       the demo
       npm run firm -- [options]    a firm of your own, as --empty

  --db=pglite|native   database engine (default: that of the existing data; for a new database native where PostgreSQL
                       15+ with PostGIS is found, else PGlite)
  --db=postgres://USER:PASSWORD@HOST/NAME
                       your own database, PostgreSQL 15+ with PostGIS: empty, created by Hackney before, or of a
                       Supabase project; lists what it would create, and asks before it does
  --yes                answer all questions with yes
  --built              serve the built app instead of the development server, and build it if it is out of date: dist/,
                       for a firm in its data folder
  --no-web             do not serve the app
  --empty              a firm of your own: no demo people, and a map region of its own; in .firm unless --data says
                       otherwise. A folder that was made so stays so
  --extract=FILE       make the firm's map from this OpenStreetMap extract (.osm.pbf); asked for at the first start
  --owner=ADDRESS      make this the firm's first owner; else a one-time link to set up the firm is printed
  --no-history         do not fill a new database with the past bookings of the demo company
  --no-demo            hide the demo bar: signing in always needs a code, and time runs at its normal speed
  --sim=on|off         a demo city: simulated drivers and riders who book, drive and chat (default: on if there is a
                       terminal and the app is served; off if CI is set or the database is your own)
  --reset              delete the database and create it again; its data is lost, except that a database from before
                       the first release is put aside
  --port=N             API port (default 54321); the database listens on N+1, the inbox on N+3
  --web-port=N         port of the app (default 5173)
  --allow-host=NAME    also accept requests for this host name (of a proxy or tunnel); can be given several times
  --auth-config=FILE   further values of [auth] in TOML, for trying out other settings of sign-in
  --data=DIR           data folder (default .hackney)
  --log=json           write one JSON object per line
  --help               show this text

  npm start -- db      start only the database, on the port given by --port`

function port(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined) return fallback
  const number = Number(value)
  if (Number.isInteger(number) && number >= 1024 && number <= 65_000) return number
  throw new Failure(`--${name}=${value} is not a port.`, 'Give a number from 1024 to 65000.')
}

function oneOf<T extends string>(name: string, value: string | undefined, allowed: readonly T[]): T | undefined {
  if (value === undefined) return undefined
  const found = allowed.find((candidate) => candidate === value)
  if (found !== undefined) return found
  throw new Failure(`--${name}=${value} is unknown.`, `Choose ${allowed.join(' or ')}.`)
}

/** Parses the name of an engine, or the URL of a database. Errors do not contain the value, because it may hold a password. */
function database(value: string | undefined): Pick<Options, 'kind' | 'databaseUrl'> {
  if (!value?.includes(':')) return { kind: oneOf('db', value, ['pglite', 'native'] as const), databaseUrl: undefined }
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || !url.hostname || url.pathname.length < 2 || !url.username) {
    throw new Failure('--db is no address of a database.', 'Write it as postgres://USER:PASSWORD@HOST:PORT/NAME.')
  }
  return { kind: undefined, databaseUrl: value }
}

function hostName(value: string): string {
  if (/^[a-z0-9](?:[\w.-]*[a-z0-9])?$/i.test(value)) return value.toLowerCase()
  throw new Failure(`--allow-host=${value} is not a name.`, 'Give a host name without port, such as taxi.example.')
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        db: { type: 'string' },
        built: { type: 'boolean' },
        'no-web': { type: 'boolean' },
        'no-history': { type: 'boolean' },
        'no-demo': { type: 'boolean' },
        sim: { type: 'string' },
        reset: { type: 'boolean' },
        empty: { type: 'boolean' },
        extract: { type: 'string' },
        owner: { type: 'string' },
        yes: { type: 'boolean' },
        log: { type: 'string' },
        port: { type: 'string' },
        'web-port': { type: 'string' },
        data: { type: 'string' },
        'auth-config': { type: 'string' },
        'allow-host': { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' }
      }
    })
  } catch (error) {
    const message = (error as Error).message.split('. ')[0]
    throw new Failure(`${message}.`, 'See `npm start -- --help`.')
  }
}

/**
 * Parses the command line.
 *
 * @param argv The arguments, without the program's own name.
 * @param root The project's root, which contains the default data folder. Relative paths are relative to the working folder.
 * @throws Failure on an unknown flag or an invalid value.
 */
export function readArgs(argv: readonly string[], root: string): Options {
  const { values, positionals } = parse(argv)
  const command = oneOf('command', positionals[0] ?? 'start', ['start', 'db'] as const) ?? 'start'
  if (positionals.length > 1) throw new Failure(`${positionals[1]} is not understood.`, 'See `npm start -- --help`.')
  const api = port('port', values.port, 54_321)
  const web = port('web-port', values['web-port'], 5173)
  const others: [number, string][] = [
    [api, 'the API'],
    [api + 1, 'the database'],
    [api + 3, 'the inbox']
  ]
  const shared = others.find(([number]) => number === web)
  if (shared && !values['no-web']) {
    throw new Failure(`Port ${web} would serve both the app and ${shared[1]}.`, 'Choose another with `--web-port=N`.')
  }
  const asked = values.data === undefined ? undefined : resolve(values.data)
  const dataDir = asked ?? resolve(root, values.empty ? firmFolder : '.hackney')
  const firm = values.empty === true || isFirm(dataDir)
  if (values.extract !== undefined && !firm) {
    throw new Failure('--extract is for a firm of your own.', 'Add `--empty`, or see `npm run geo:import -- --help`.')
  }
  if (values.owner !== undefined && !firm) {
    throw new Failure('--owner is for a firm of your own.', 'Add `--empty`.')
  }
  if (values.owner !== undefined && !isAddress(values.owner)) {
    throw new Failure(`--owner=${values.owner} is no e-mail address.`, 'Write it as `--owner=ann@example.com`.')
  }
  if (values.extract === '') throw new Failure('--extract= names no file.', 'Write it as `--extract=FILE.osm.pbf`.')
  if (firm && values.sim === 'on') {
    throw new Failure('The simulated city needs the people of the demo.', 'Leave out `--sim=on`, or `--empty`.')
  }
  if (values.data === '') throw new Failure('--data= names no folder.', 'Write it as `--data=DIR`.')
  const chosen = database(values.db)
  if (chosen.databaseUrl !== undefined && values.reset && !values.yes) {
    throw new Failure(
      '--reset on a database of your own needs --yes.',
      'Its data is lost; add `--yes` if that is meant.'
    )
  }
  return {
    command,
    ...chosen,
    yes: values.yes ?? false,
    built: values.built ?? false,
    web: !(values['no-web'] ?? false),
    reset: values.reset ?? false,
    firm,
    extract: values.extract,
    owner: values.owner,
    region: regionOf(root, dataDir, firm),
    history: !(firm || values['no-history']),
    demo: !(firm || values['no-demo']),
    sim: oneOf('sim', values.sim, ['on', 'off'] as const),
    help: values.help ?? false,
    allowedHosts: (values['allow-host'] ?? []).map(hostName),
    logFormat: oneOf('log', values.log, ['json', 'text'] as const) ?? 'text',
    ports: {
      api,
      database: command === 'db' ? api : api + 1,
      inbox: api + 3,
      web
    },
    authConfig: values['auth-config'] === undefined ? undefined : resolve(values['auth-config']),
    dataDir
  }
}
