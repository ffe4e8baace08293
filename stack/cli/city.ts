import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../types.ts'
import type { Options } from './args.ts'
import type { Running } from './running.ts'

/** Whether the demo city (simulated riders and drivers) runs, and the reason, which is printed at the start. */
export interface CityChoice {
  isOn: boolean
  why: string
}

/** How the stack was started. */
export interface Surroundings {
  /** Whether the stack was started from a terminal. */
  isTerminal: boolean
  ci: string | undefined
}

/**
 * Decides whether the demo city (simulated riders and drivers) runs. The city is for people who look at the app. So by default
 * it does not run in CI, without a terminal, without the app, or on an external database.
 */
export function chooseCity(options: Options, { isTerminal, ci }: Surroundings): CityChoice {
  if (options.command === 'db') return { isOn: false, why: 'only the database runs' }
  if (options.firm) return { isOn: false, why: 'a firm of your own' }
  if (options.sim) return { isOn: options.sim === 'on', why: `--sim=${options.sim}` }
  if (options.databaseUrl !== undefined) return { isOn: false, why: 'a database of your own; --sim=on for one' }
  if (!options.web) return { isOn: false, why: 'no app; --sim=on for one' }
  if (ci) return { isOn: false, why: 'CI is set; --sim=on for one' }
  if (!isTerminal) return { isOn: false, why: 'no terminal; --sim=on for one' }
  return { isOn: true, why: '--sim=off for none' }
}

/** The demo city, which runs in a separate process. */
export interface CityProcess {
  /** Resolves when the first simulated drivers have started work, or when it is certain that none will. */
  awake: Promise<void>
  /** Lets all simulated drivers work. Call it when the demo company's past bookings are complete. */
  everyone(): void
  stop(): Promise<void>
}

/**
 * Node's flags for the city's process: a small heap and few threads, to save memory. The city allocates little at a time, so it
 * does not become slower.
 */
const flags = ['--max-semi-space-size=1', '--max-old-space-size=64', '--v8-pool-size=1', '--no-warnings']
const lowMemory = { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' }
/** Time that simulated drivers have for going off duty when the stack stops (ms); then the process is killed. */
const GOODBYE = 1000

interface CityParts {
  root: string
  /** The folder with the map region. */
  region: string
  running: Running
  dataDir: string
  log: Log
  /** Whether to let only the first drivers work until `everyone` is called. The past bookings are generated with the others. */
  isEarly: boolean
}

/** Starts the city's process. If the process ends, that is only logged: the product works without it. */
export function startCity({ root, region, running, dataDir, log, isEarly }: CityParts): CityProcess {
  const { apiUrl, publishableKey, inboxUrl } = running
  const args = [
    ...flags,
    join(root, 'sim/main.ts'),
    `--url=${apiUrl}`,
    `--key=${publishableKey}`,
    `--inbox=${inboxUrl ?? ''}`,
    `--region=${region}`,
    `--data=${dataDir}`,
    ...(isEarly ? ['--early'] : [])
  ]
  if (!existsSync(join(region, 'graph.bin'))) {
    log.warn('city.asleep', { reason: 'there is no map region' })
    return { awake: Promise.resolve(), everyone: () => undefined, stop: async () => undefined }
  }
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...lowMemory },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc']
  })
  let isStopping = false
  child.stderr?.on('data', (text: Buffer) => log.warn('city.said', { text: String(text).trim() }))
  let wake = (): void => undefined
  const awake = new Promise<void>((resolve) => {
    wake = resolve
  })
  child.on('message', (message) => {
    const { level, event, fields } = message as { level: keyof Log; event: string; fields: Record<string, unknown> }
    log[level](event, fields)
    if (event === 'city.awake') wake()
  })
  const ended = once(child, 'exit').then(([code]) => {
    wake()
    if (!isStopping) log.warn('city.ended', { code })
  })
  child.on('error', (error) => {
    wake()
    log.warn('city.ended', { error })
  })
  const send = (text: string) => {
    if (child.connected) child.send(text, () => undefined)
  }
  return {
    awake,
    everyone: () => send('everyone'),
    async stop() {
      isStopping = true
      send('stop')
      const timer = setTimeout(() => child.kill('SIGKILL'), GOODBYE)
      await ended.catch(() => undefined)
      clearTimeout(timer)
    }
  }
}
