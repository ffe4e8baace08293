import { type ChildProcess, spawn } from 'node:child_process'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { clientAddressHeader } from '../gateway/http.ts'
import { guarded } from '../guard.ts'
import type { Log } from '../types.ts'

export interface WorkerOptions {
  name: string
  /** Path of the Deno program. */
  deno: string
  /** The project's root. */
  root: string
  /** Unix socket that the function will listen on. */
  socket: string
  env: Record<string, string>
  /** Hosts (`name` or `name:port`) that the function may call. */
  allowNet: string[]
  log: Log
  /** Largest size of the function's JavaScript heap (MB). */
  memory: number
  /** Milliseconds within which a response must begin. */
  timeout: number
  /** When it is aborted, the process is killed, even while it starts. */
  signal: AbortSignal
}

/** The error for a function that did not respond in time. */
export class IdleTimeout extends Error {}

/** The running process of a function. */
export interface Worker {
  /** Forwards a request. Rejects with IdleTimeout after the time limit, and with another error if the process ends before. */
  forward(request: Request, peer: string): Promise<Response>
  /** Calls `end(backgroundGrace)` as soon as all active requests are answered, at the latest after `grace` ms. */
  retire(grace: number): void
  /** Asks the process to end after its background work; kills it after `grace` ms. */
  end(grace: number): void
  readonly exited: Promise<Ending>
}

/** How a process ended. */
export interface Ending {
  /** Whether the stack asked the process to end. */
  wasAsked: boolean
  ranOutOfMemory: boolean
}

const bootTimeout = 15_000
const bootPoll = 10
/** Time that a replaced process gets to finish its background work (ms). */
const backgroundGrace = 30_000
const shim = join(import.meta.dirname, 'edge-runtime.mjs')

/**
 * Starts a function's process and waits until it listens.
 *
 * @throws Error with the process's output if it ends; also if it does not listen within 15 seconds.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { name, socket, log } = options
  const [command, args] = guarded(options.deno, denoArguments(options), 'KILL')
  const child = spawn(command, args, {
    cwd: options.root,
    env: { ...denoEnvironment(options.root), ...options.env, DENO_SERVE_ADDRESS: `unix:${socket}` },
    // Start the process in its own session, so that Ctrl-C reaches only the stack. The stack then ends the process, which may
    // still finish its background work. On Windows this would open a console window.
    detached: process.platform !== 'win32',
    stdio: ['pipe', 'pipe', 'pipe'],
    signal: options.signal,
    killSignal: 'SIGKILL'
  })
  const said = follow(child, name, log)
  let hasEnded = false
  const exited = new Promise<boolean>((resolve) => {
    // `exit` reports the end of the process. Then close its stdin: the guard process runs until that pipe is closed, and it
    // holds the output open. The event `close` follows only when the guard has ended.
    child.once('exit', () => {
      hasEnded = true
      child.stdin.destroy()
    })
    child.once('close', () => resolve(said.ranOutOfMemory()))
    // `error` is also emitted for a process that `options.signal` has killed; `exit` reports its end. Handle only a process
    // that could not be started.
    child.once('error', () => {
      if (child.pid !== undefined) return
      hasEnded = true
      resolve(false)
    })
  })
  const deadline = Date.now() + bootTimeout
  while (!(await accepts(socket))) {
    if (hasEnded) {
      await exited
      throw new Error(said.last() || `The process ended with code ${child.exitCode}`)
    }
    if (Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error('The function did not call Deno.serve in time')
    }
    await sleep(bootPoll)
  }
  return createWorker(child, options, exited)
}

function createWorker(child: ChildProcess, { socket, timeout }: WorkerOptions, closed: Promise<boolean>): Worker {
  const agent = new Agent({ keepAlive: true })
  let underWay = 0
  let isRetired = false
  let wasAsked = false
  const end = (grace: number): void => {
    wasAsked = true
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), grace)
    closed.finally(() => clearTimeout(timer))
  }
  return {
    exited: closed.then((ranOutOfMemory) => {
      agent.destroy()
      return { wasAsked, ranOutOfMemory }
    }),
    end,
    retire(grace) {
      isRetired = true
      if (underWay === 0) end(backgroundGrace)
      else setTimeout(() => wasAsked || end(backgroundGrace), grace).unref()
    },
    async forward(request, peer) {
      underWay += 1
      const done = (): void => {
        underWay -= 1
        if (isRetired && underWay === 0 && !wasAsked) end(backgroundGrace)
      }
      try {
        const answer = await send(request, peer, socket, agent, timeout)
        answer.once('close', done)
        return responseOf(answer)
      } catch (error) {
        done()
        throw error
      }
    }
  }
}

/**
 * Returns Deno's arguments for a function. The function may only access code, packages, its socket, the gateway and the hosts
 * in `allowNet`. Environment variables that it may not read are undefined instead of an error (`--ignore-env`).
 */
function denoArguments({ name, root, socket, env, allowNet, memory }: WorkerOptions): string[] {
  const functions = `${root}/supabase/functions`
  return [
    'run',
    '--quiet',
    '--no-prompt',
    '--cached-only',
    '--deny-import',
    `--preload=${shim}`,
    `--v8-flags=--max-old-space-size=${memory}`,
    `--allow-env=${Object.keys(env).join(',')}`,
    '--ignore-env',
    `--allow-read=${functions},${root}/node_modules,${socket}`,
    `--allow-write=${socket}`,
    `--allow-net=${[`unix:${socket}`, ...allowNet].join(',')}`,
    `${functions}/${name}/index.ts`
  ]
}

function denoEnvironment(root: string): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME, DENO_DIR: `${root}/node_modules/.cache/deno`, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' }
}

/** Logs the process's output line by line. `last` returns the line that most likely says why the process ended. */
function follow(child: ChildProcess, name: string, log: Log): { last(): string; ranOutOfMemory(): boolean } {
  const lines: string[] = []
  let ranOutOfMemory = false
  for (const [stream, level] of [
    [child.stdout, 'info'],
    [child.stderr, 'warn']
  ] as const) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (text) => {
      if (text.trim() === '') return
      log[level]('function.says', { name, text })
      ranOutOfMemory ||= level === 'warn' && /JavaScript (heap )?out of memory|heap limit/i.test(text)
      lines.push(text)
      if (lines.length > 20) lines.shift()
    })
  }
  return {
    last: () => lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? '',
    ranOutOfMemory: () => ranOutOfMemory
  }
}

function accepts(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
}

/** Largest request body (bytes) that is sent in one piece instead of streamed. */
const smallBody = 256 * 1024

/**
 * Returns the body of a request: in one piece if it is small, else as a stream. A function that responds quickly closes the
 * connection before the final empty write of a stream. The failure of that write would hide the response.
 */
async function bodyOf(request: Request): Promise<Uint8Array | Readable | null> {
  if (!request.body) return null
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  if (length <= smallBody) return new Uint8Array(await request.arrayBuffer())
  return Readable.fromWeb(request.body as never)
}

async function send(
  request: Request,
  peer: string,
  socket: string,
  agent: Agent,
  timeout: number
): Promise<IncomingMessage> {
  const body = await bodyOf(request)
  const url = new URL(request.url)
  // A function reads the client's address from these two headers. Overwrite values that the client has sent.
  const address = { 'x-forwarded-for': peer, [clientAddressHeader]: peer }
  const headers = { host: url.host, ...Object.fromEntries(request.headers), ...address }
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      socketPath: socket,
      agent,
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers
    })
    const timer = setTimeout(() => outgoing.destroy(new IdleTimeout()), timeout)
    outgoing.once('response', resolve)
    outgoing.once('error', reject)
    outgoing.once('response', () => clearTimeout(timer))
    outgoing.once('close', () => clearTimeout(timer))
    if (!(body instanceof Readable)) return body ? outgoing.end(body) : outgoing.end()
    body.once('error', (error) => outgoing.destroy(error))
    return body.pipe(outgoing)
  })
}

const withoutBody = new Set([204, 205, 304])

function responseOf(answer: IncomingMessage): Response {
  const headers = new Headers()
  for (let index = 0; index < answer.rawHeaders.length; index += 2) {
    const name = answer.rawHeaders[index] ?? ''
    if (!/^(connection|keep-alive|transfer-encoding)$/i.test(name))
      headers.append(name, answer.rawHeaders[index + 1] ?? '')
  }
  const status = answer.statusCode ?? 502
  if (withoutBody.has(status)) {
    answer.resume()
    return new Response(null, { status, headers })
  }
  // If the process dies during a response, ignore the error event: the stream fails, so the client sees a broken connection.
  answer.on('error', () => undefined)
  return new Response(Readable.toWeb(answer) as unknown as ReadableStream, { status, headers })
}
