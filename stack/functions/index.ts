import { setMaxListeners } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { watch } from 'chokidar'
import { Failure } from '../failure.ts'
import type { Log, StackModule } from '../types.ts'
import { createBackoff } from './backoff.ts'
import { readFunctionsEnv } from './environment.ts'
import { problem } from './problem.ts'
import { providerHosts } from './provider-hosts.ts'
import { pushHosts } from './push-hosts.ts'
import { readSettings } from './settings.ts'
import { createJwtCheck } from './verify-jwt.ts'
import { type Ending, IdleTimeout, startWorker, type Worker } from './worker.ts'

export interface FunctionsDeps {
  /** The project's root, which holds `supabase/functions` and `node_modules`. */
  root: string
  /** Variables of every function, see `functionEnvironment`. */
  env: Record<string, string>
  log: Log
  /** Further hosts that functions may call; default: the comma-separated hosts in the variable HACKNEY_FUNCTIONS_NET. */
  allowNet?: string[]
  /** Limits that replace those of a hosted Supabase project. */
  limits?: Partial<Limits>
}

/** Limits of the process of each function. */
export interface Limits {
  /** Largest size of a function's JavaScript heap (MB). */
  memory: number
  /** Milliseconds within which a response must begin. */
  timeout: number
}

const hostedLimits: Limits = { memory: 256, timeout: 150_000 }
const settle = 100
/** Time that active requests get when a function is replaced (ms). */
const grace = 10_000
/** Time that background work gets when the stack stops (ms). It is short, because the whole stack has to stop quickly. */
const goodbye = 1_000
/** A process that ends after running longer than this (ms) counts as having started well: its next start is not delayed. */
const healthy = 10_000
/** How long to wait, after a failed request, for the end of its process (ms). The response depends on how the process ended. */
const postMortem = 1_000

/**
 * Runs the edge functions. Each is a Deno process, which is started by the first request and replaced when its code changes.
 *
 * @throws Failure if Deno is not installed.
 */
export function createFunctions({ root, env, log, allowNet = listed(), ...options }: FunctionsDeps): StackModule {
  const deno = findDeno(root)
  const folder = join(root, 'supabase/functions')
  const sockets = mkdtempSync(join(tmpdir(), 'hackney-functions-'))
  const workers = new Map<string, Promise<Worker>>()
  const running = new Set<Worker>()
  const end = new AbortController()
  const limits = { ...hostedLimits, ...options.limits }
  const backoff = createBackoff()
  const checkJwt = createJwtCheck(env)
  let settings = readSettings(root)
  setMaxListeners(0, end.signal)
  let counter = 0

  async function start(name: string): Promise<Worker> {
    const startedAt = Date.now()
    counter += 1
    const variables = { ...readFunctionsEnv(root), ...env }
    const worker = await startWorker({
      name,
      deno,
      root,
      socket: join(sockets, `${counter}.sock`),
      env: variables,
      allowNet: [...ownHosts(env), ...allowNet, ...calledBy(name, root, variables)],
      log,
      ...limits,
      signal: end.signal
    })
    running.add(worker)
    worker.exited.then(({ wasAsked, ranOutOfMemory }) => {
      running.delete(worker)
      if (wasAsked || end.signal.aborted) return
      log.error('function.ended', { name, reason: ranOutOfMemory ? 'out of memory' : 'crash' })
      if (Date.now() - startedAt > healthy) backoff.forget(name)
      else backoff.failed(name)
    })
    log.info('function.ready', { name, milliseconds: Date.now() - startedAt })
    return worker
  }

  /**
   * Returns the process of a function. A process that fails or ends is forgotten, so that the next request starts a new one.
   */
  function workerOf(name: string): Promise<Worker> {
    const known = workers.get(name)
    if (known) return known
    const started = start(name)
    const forget = (): void => {
      if (workers.get(name) === started) workers.delete(name)
    }
    workers.set(name, started)
    started.then((worker) => worker.exited).then(forget, forget)
    return started
  }

  async function serve(name: string, request: Request, peer: string): Promise<Response> {
    const wait = workers.has(name) ? 0 : backoff.wait(name)
    if (wait > 0) return problem(503, 'BOOT_ERROR', failedToStart, { 'retry-after': String(wait) })
    let worker: Worker
    try {
      worker = await workerOf(name)
    } catch (error) {
      backoff.failed(name)
      log.error('function.boot_failed', { name, error })
      return problem(503, 'BOOT_ERROR', failedToStart)
    }
    try {
      return await worker.forward(request, peer)
    } catch (error) {
      if (error instanceof IdleTimeout) return giveUp(name, worker)
      log.error('function.failed', { name, error })
      const ending = await Promise.race([worker.exited, sleep<Ending | null>(postMortem, null)])
      return ending?.ranOutOfMemory
        ? problem(546, 'WORKER_RESOURCE_LIMIT', 'Function failed due to not having enough compute resources')
        : problem(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)')
    }
  }

  /** Ends a process that did not respond in time, because it may be stuck. The next request starts a new one. */
  function giveUp(name: string, worker: Worker): Response {
    log.error('function.timed_out', { name, milliseconds: limits.timeout })
    const known = workers.get(name)
    known?.then((current) => current === worker && workers.get(name) === known && workers.delete(name))
    worker.retire(grace)
    return problem(504, 'IDLE_TIMEOUT', `Request idle timeout limit (${limits.timeout / 1000}s) reached`)
  }

  const replace = (names: Iterable<string>): void => {
    for (const name of names) {
      backoff.forget(name)
      const worker = workers.get(name)
      workers.delete(name)
      worker?.then(
        (old) => old.retire(grace),
        () => undefined
      )
      if (worker) log.info('function.changed', { name })
    }
  }
  const watcher = watchFolder(folder, (name) => replace(name === null ? [...workers.keys()] : [name]))
  // Report a change of `config.toml` only when the file has been stable for 50 ms. Some programs empty a file before they write
  // it, and chokidar does not report a second change that follows at once.
  const awaitWriteFinish = { stabilityThreshold: 50, pollInterval: 10 }
  const config = watch(join(root, 'supabase/config.toml'), { ignoreInitial: true, awaitWriteFinish }).on('all', () => {
    try {
      settings = readSettings(root)
    } catch (error) {
      log.error('function.settings_failed', { error })
    }
  })
  const killAll = (): void => end.abort()
  process.once('exit', killAll)

  return {
    streamsBody: true,
    async fetch(request, { address }) {
      const name = new URL(request.url).pathname.split('/')[1] ?? ''
      const { isEnabled, verifyJwt } = settings(name)
      if (!isEnabled || !isFunction(folder, name)) {
        return problem(404, 'NOT_FOUND', 'Requested function was not found')
      }
      const refusal = verifyJwt ? await checkJwt(request) : null
      if (refusal) return refusal
      return serve(name, request, address)
    },
    async stop() {
      for (const worker of running) worker.end(goodbye)
      await Promise.allSettled([watcher(), config.close(), ...[...running].map((worker) => worker.exited)])
      // Kill the remaining processes, and those that are just starting.
      killAll()
      process.off('exit', killAll)
      await Promise.allSettled([...workers.values(), ...[...running].map((worker) => worker.exited)])
      rmSync(sockets, { recursive: true, force: true })
    }
  }
}

/** Returns the hosts outside of the stack that a function calls. */
function calledBy(name: string, root: string, variables: Record<string, string>): string[] {
  return [...providerHosts(name, root, variables), ...(name === 'notifications' ? pushHosts(variables) : [])]
}

const failedToStart = 'Function failed to start (please check logs)'

const isFunction = (folder: string, name: string): boolean =>
  /^[a-z0-9][\w-]*$/i.test(name) && existsSync(join(folder, name, 'index.ts'))

function listed(): string[] {
  return (process.env.HACKNEY_FUNCTIONS_NET ?? '').split(',').flatMap((host) => host.trim() || [])
}

/** Returns the hosts of the stack itself: gateway and mail inbox. */
function ownHosts({ SUPABASE_URL, MAILPIT_URL }: Record<string, string>): string[] {
  return [SUPABASE_URL, MAILPIT_URL].flatMap((url) => (url ? [new URL(url).host] : []))
}

function findDeno(root: string): string {
  try {
    const binary = join(dirname(createRequire(join(root, 'package.json')).resolve('deno/package.json')), 'deno')
    for (const file of [binary, `${binary}.exe`]) if (existsSync(file)) return file
  } catch {
    // The package is not installed; the Failure below is thrown.
  }
  throw new Failure('Deno is not installed, so the edge functions cannot run.', 'Run `npm ci`.')
}

/** Watches the functions' folder. Calls `onChange` with the name of a changed function; with null if all may have changed. */
function watchFolder(folder: string, onChange: (name: string | null) => void): () => Promise<void> {
  const pending = new Set<string | null>()
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(folder, { ignoreInitial: true })
  watcher.on('all', (_event, file) => {
    const [first = '', ...rest] = relative(folder, file).split(sep)
    if (/_test\.ts$/.test(file)) return
    pending.add(rest.length === 0 || first.startsWith('_') ? null : first)
    clearTimeout(timer)
    timer = setTimeout(() => {
      for (const name of pending.has(null) ? [null] : pending) onChange(name)
      pending.clear()
    }, settle)
  })
  return () => {
    clearTimeout(timer)
    return watcher.close()
  }
}
