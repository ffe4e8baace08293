import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Failure } from '../../failure.ts'
import { guarded } from '../../guard.ts'
import type { Log } from '../../types.ts'
import type { Installation } from './find.ts'
import type { Place } from './place.ts'

const run = promisify(execFile)

export interface Cluster {
  /**
   * Stops the server and waits for its end.
   *
   * @param patience Time for a clean end (ms). After it the server is stopped immediately, and recovers at its next start, which
   * it can only if fsync is on. The default suits a person who waits for the end.
   */
  stop(patience?: number): Promise<void>
}

/** Settings for one developer's machine: small, quick to start, and durable (fsync stays on). */
function settings(installation: Installation, place: Place, port: number): Record<string, string> {
  return {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: place.sockets,
    max_connections: '100',
    shared_buffers: '128MB',
    // PostgreSQL's usual sizes of its log (WAL). They must be set, because `initdb` derives other sizes from our small
    // segments. Our segments have 4 MB instead of 16 MB, so that a new cluster is smaller.
    min_wal_size: '80MB',
    max_wal_size: '1GB',
    checkpoint_timeout: '15min',
    max_worker_processes: '16',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_statement: 'none',
    password_encryption: 'scram-sha-256',
    ...(installation.hasCron
      ? {
          shared_preload_libraries: 'pg_cron',
          'cron.database_name': 'postgres',
          'cron.use_background_workers': 'on',
          'cron.log_statement': 'off'
        }
      : {})
  }
}

/** Returns the system user as whom PostgreSQL's programs run, as options for `spawn`. */
export function asOwner(place: Place): { uid?: number; gid?: number } {
  return place.owner ? { uid: place.owner.uid, gid: place.owner.gid } : {}
}

/**
 * Matches messages of the server that are not logged. They are about clients that connect before the server has started, or
 * that are still connected when it stops.
 */
const usual = /is starting up|administrator command/

function checkVersion(installation: Installation, place: Place): void {
  const major = Number(readFileSync(join(place.data, 'PG_VERSION'), 'utf8'))
  if (major === installation.major) return
  throw new Failure(
    `The database in ${place.data} was made by PostgreSQL ${major}; this machine now has ${installation.major}.`,
    `Install PostgreSQL ${major} with PostGIS beside it to keep the data, or build a new database with \`npm start -- --reset\`.`
  )
}

/** Seconds that a leftover server gets to stop cleanly, before it is stopped immediately. */
const PATIENCE = 5

/**
 * Stops a server that a killed stack may have left on our own data folder. No other cluster is touched. The guard process of
 * the killed stack also tells the server to stop. On a busy machine, a server that is told twice sometimes never ends. After
 * `PATIENCE` seconds it is therefore stopped immediately, and recovers at its next start.
 */
export async function stopLeftover(installation: Installation, place: Place): Promise<void> {
  if (!existsSync(join(place.data, 'postmaster.pid'))) return
  const stop = (mode: string) => {
    const args = ['stop', '--pgdata', place.data, `--mode=${mode}`, '--wait', `--timeout=${PATIENCE}`, '--silent']
    return run(join(installation.bin, 'pg_ctl'), args, { ...asOwner(place), cwd: '/' })
  }
  await stop('fast').catch(() => stop('immediate').catch(() => undefined))
}

/**
 * Starts the private cluster, whose files must exist. When this returns, the server may not accept connections yet, so connect
 * with retries.
 *
 * @param port Port on 127.0.0.1.
 * @param further Settings that override those for a developer's machine.
 * @param env Further variables of the server's environment.
 * @throws Failure if the files were made by another version.
 */
export async function startCluster(
  installation: Installation,
  place: Place,
  port: number,
  log: Log,
  further: Record<string, string> = {},
  env: Record<string, string> = {}
): Promise<Cluster & { readonly exited: Promise<string> }> {
  await stopLeftover(installation, place)
  checkVersion(installation, place)
  const options = Object.entries({ ...settings(installation, place, port), ...further }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`
  ])
  const [command, args] = guarded(join(installation.bin, 'postgres'), ['-D', place.data, ...options], 'INT')
  const child = spawn(command, args, {
    ...asOwner(place),
    cwd: '/',
    env: { ...process.env, ...env },
    // Start the server in its own process session, so that Ctrl-C reaches only the stack. The stack then stops its parts in
    // order.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe']
  })
  return { exited: watch(child, log), stop: (patience = 1500) => stopChild(child, patience) }
}

/** Logs the server's fatal errors, except `usual` ones. When the server ends, resolves with the first such error, else ''. */
function watch(child: ChildProcess, log: Log): Promise<string> {
  let fatal = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) {
      const [, level, message] = /(FATAL|PANIC|ERROR|WARNING):\s+(.*)/.exec(line) ?? []
      if (level === undefined || message === undefined) continue
      if (/FATAL|PANIC/.test(level) && !usual.test(message)) {
        fatal ||= message
        log.warn('database.server', { level, message })
      }
    }
  })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', () => {
      child.stdin?.destroy()
      resolve(fatal)
    })
  })
}

async function stopChild(child: ChildProcess, patience: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  const late = setTimeout(() => child.kill('SIGQUIT'), patience)
  await gone
  clearTimeout(late)
}
