import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { claimBlock } from '../../stack/testing/ports.ts'
import { recordFailure } from './failures.ts'
import { temporaryFolder } from './folder.ts'

const root = join(import.meta.dirname, '..', '..')
const LONGEST_START = 180_000

/**
 * The secret that signs the test provider's webhooks. The provider accepts payments only while `settings.test_payments` is on.
 */
export const testPaymentsSecret = 'secret-of-the-test-provider-in-tests'

/** What a running stack writes into its env file. */
export interface StackEnv {
  SUPABASE_URL: string
  SUPABASE_PUBLISHABLE_KEY: string
  SUPABASE_SECRET_KEY: string
  SUPABASE_DB_URL?: string
  INBOX_URL: string
  WEB_URL?: string
}

export interface StackOptions {
  database?: 'native' | 'pglite'
  /** How the app is served: `built` is the production build, `dev` the development server, `none` no app. */
  web?: 'built' | 'dev' | 'none'
  /** Path of the data folder; by default a temporary one, removed at the end. */
  data?: string
  /** First of ten consecutive free ports; by default a block is reserved. */
  port?: number
  /** Whether to create the demo company's past; off by default, because tests create their own data. */
  history?: boolean
  /** Whether the page has the demo bar; off by default, as in production. */
  demo?: boolean
  /** Values of `[auth]` in TOML that override those of the project and of development. */
  auth?: string
  /** Further variables of the stack. */
  variables?: Record<string, string>
  /** Further arguments for the stack's command line. */
  args?: string[]
  /** Path of the file that records every response of 500 and above. */
  failures?: string
}

export interface Stack {
  env: StackEnv
  pid: number
  /** Kills the process as a crash would, without any cleanup. */
  kill(): Promise<void>
  /** Closes the stack's output pipes, as happens when the program that started it ends; resolves with the stack's exit code. */
  abandon(): Promise<number | null>
  /** Milliseconds from the start of the process until it printed that it is ready. */
  startTime: number
  /** Milliseconds from the start of the process until the page first responded, or null without an app. */
  pageTime: number | null
  /** Everything that the stack printed. */
  output(): string
  /** Stops the stack and waits for its end. */
  stop(): Promise<void>
}

async function firstAnswer(url: string, begin: number, signal: AbortSignal): Promise<number> {
  while (!signal.aborted) {
    try {
      const response = await fetch(url, { signal })
      await response.arrayBuffer()
      if (response.ok) return performance.now() - begin
    } catch {
      // The server does not listen yet: try again.
    }
    await sleep(20)
  }
  return Number.NaN
}

function waitUntilReady(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`the stack ${reason}:\n${output().slice(-4000)}`))
    const timer = setTimeout(() => fail(`was not ready after ${LONGEST_START / 1000} s`), LONGEST_START)
    child.stdout?.on('data', () => {
      if (!/"event":\s*"ready"/.test(output())) return
      clearTimeout(timer)
      resolve()
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      fail(`ended with code ${code}`)
    })
  })
}

/** Starts the embedded stack by its command line, on free ports and in its own data folder. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { database = 'native', web = 'none', data } = options
  const block = options.port === undefined ? await claimBlock() : { first: options.port, release: () => {} }
  const port = block.first
  const webPort = port + 5
  const folder = data ?? temporaryFolder()
  const webFlags = web === 'none' ? ['--no-web'] : [`--web-port=${webPort}`, ...(web === 'built' ? ['--built'] : [])]
  const args = ['stack/main.ts', `--db=${database}`, `--port=${port}`, `--data=${folder}`, '--log=json', ...webFlags]
  if (!options.history) args.push('--no-history')
  if (!options.demo) args.push('--no-demo')
  if (options.auth !== undefined) {
    const file = join(folder, 'auth.toml')
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, options.auth)
    args.push(`--auth-config=${file}`)
  }
  args.push(...(options.args ?? []))
  const begin = performance.now()
  // Allow the push service of a test, which is on this machine (push-service.ts).
  const own = { TEST_PAYMENTS_SECRET: testPaymentsSecret, WEB_PUSH_HOSTS: '127.0.0.1' }
  const variables = { ...process.env, ...own, ...options.variables }
  const child = spawn(process.execPath, args, { cwd: root, env: variables, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const output = () => text
  const { failures } = options
  if (failures) createInterface({ input: child.stderr }).on('line', (line) => recordFailure(failures, line))

  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'close')
      child.kill('SIGINT')
      await Promise.race([ended, sleep(10_000, undefined, { ref: false }).then(() => child.kill('SIGKILL'))])
    }
    if (!data) rmSync(folder, { recursive: true, force: true })
    block.release()
  }

  const kill = async () => {
    const ended = once(child, 'close')
    child.kill('SIGKILL')
    await ended
  }

  const abandon = async () => {
    child.stdout.destroy()
    child.stderr.destroy()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    return child.exitCode
  }

  const polling = new AbortController()
  const page = web === 'none' ? null : firstAnswer(`http://127.0.0.1:${webPort}/`, begin, polling.signal)
  try {
    await waitUntilReady(child, output)
    const startTime = performance.now() - begin
    const envFile = join(folder, 'env')
    if (!existsSync(envFile)) throw new Error(`the stack is ready but wrote no ${envFile}`)
    const env = parseEnv(readFileSync(envFile, 'utf8')) as unknown as StackEnv
    return { env, pid: child.pid ?? 0, kill, abandon, startTime, pageTime: await page, output, stop }
  } catch (error) {
    await stop()
    throw error
  } finally {
    polling.abort()
  }
}

/** The database engine of this test run. */
export function databaseUnderTest(): 'native' | 'pglite' {
  return process.env.HACKNEY_TEST_DB === 'pglite' ? 'pglite' : 'native'
}
