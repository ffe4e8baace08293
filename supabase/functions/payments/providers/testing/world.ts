// Runs an adapter in tests, with a local server in place of the provider's.
import { createBreakers } from '../../../_shared/http-client/breaker.ts'
import { type Client, createClient } from '../../../_shared/http-client/client.ts'
import { createMeter } from '../../../_shared/http-client/meter.ts'
import { fetchOnce } from '../../../_shared/kernel/fetch-once.ts'
import type { Adapter, Payment, Provider, ProviderRequest, Urls } from '../types.ts'
import type { Asked, Fixture, Message, Simulation } from './simulation.ts'

/** The time of the tests, ms since 1970. */
export const NOW = Date.parse('2026-03-01T12:00:00Z')
const ORIGINAL_HOST = 'x-original-host'
/** Time limit for one request (ms) in tests that let it expire; short, so that these tests do not take long. */
const SHORT_MS = 150

/** Returns a constant nonce; replaces `Kit.nonce`, which is random. */
export const nonceOf = (bytes: number): string => 'ab'.repeat(bytes)

export const PAYMENT_ID = '01956f7e-8a11-7c3b-9d52-0123456789ab'
export const REFUND_ID = '01956f7e-8a11-7c3b-9d52-00000000feed'

/** Returns a payment for tests. */
export function paymentOf(currency: string, changes: Partial<Payment> = {}): Payment {
  return {
    id: PAYMENT_ID,
    purpose: 'booking',
    amount: 123_450,
    currency,
    isHold: false,
    savesCard: false,
    ref: null,
    chargeRef: null,
    createdAt: new Date(NOW).toISOString(),
    product: 'Ride ABCDEF',
    customer: {
      id: '01956f7e-8a11-7c3b-9d52-0000000000aa',
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      mobile: '+442071234567',
    },
    lang: 'en',
    ...changes,
  }
}

/** Returns our addresses that `create` gives to the provider. */
export function urlsOf(provider: string, payment: string = PAYMENT_ID): Urls {
  const base = 'https://api.example.com/functions/v1/payments'
  return {
    back: `${base}/return/${provider}?payment=${payment}`,
    cancel: `${base}/return/${provider}?payment=${payment}&cancelled=1`,
    webhook: `${base}/webhook/${provider}`,
  }
}

export interface World {
  adapter: Adapter
  simulation: Simulation
  /** The adapter's requests so far. */
  asked: Asked[]
  /** Lines that the adapter has logged, before secrets are masked. */
  lines: string[]
  /** The time as the adapter sees it. */
  clock: { now: number }
  budget: () => { endsAt: number }
  /** Makes the server give this response to every request from now on; null restores the simulation's responses. */
  misbehave: (answer: (() => Response | Promise<Response>) | null) => void
  /** Converts a webhook into the form that `verify` gets. */
  heardOf: (message: Message) => ProviderRequest
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function askedOf(request: Request): Promise<Asked> {
  const bytes = await request.bytes()
  const text = new TextDecoder().decode(bytes)
  const headers = new Headers(request.headers)
  const { pathname, search } = new URL(request.url)
  const url = new URL(`https://${headers.get(ORIGINAL_HOST)}${pathname}${search}`)
  headers.delete(ORIGINAL_HOST)
  const isForm = headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')
  const form = new URLSearchParams(isForm ? text : '')
  return { method: request.method, url, headers, bytes, text, json: parsed(text), form }
}

/** Redirects every https request to a local server, with the original host in a header. */
function fetcherTo(port: number): typeof fetch {
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    if (url.protocol !== 'https:') throw new Error(`${url.origin} is not asked by https`)
    const headers = new Headers(init?.headers)
    headers.set(ORIGINAL_HOST, url.host)
    return fetchOnce(`http://127.0.0.1:${port}${url.pathname}${url.search}`, { ...init, headers })
  }
}

export interface WorldOptions {
  /** Replaces the fixture's environment for the adapter; the simulation keeps its own. */
  environment?: Record<string, string>
  /** Whether requests get a short time limit once `misbehave` is in use. */
  isHasty?: boolean
}

/** Runs a test with an adapter and its provider's server. */
export async function withWorld(
  fixture: Pick<Fixture, 'provider' | 'environment' | 'start'>,
  run: (world: World) => Promise<void>,
  { environment = fixture.environment, isHasty = false }: WorldOptions = {},
): Promise<void> {
  const asked: Asked[] = []
  const lines: string[] = []
  const clock = { now: NOW }
  const simulation = fixture.start(fixture.environment)
  let instead: (() => Response | Promise<Response>) | null = null
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, async (request) => {
    const one = await askedOf(request)
    asked.push(one)
    return instead ? await instead() : await simulation.answer(one)
  })
  const clientWaiting = (timeoutMs: number) =>
    createClient({
      breakerOf: createBreakers({ failures: 1000, windowMs: 1, restMs: 1 }),
      meter: createMeter({ name: 'test', log: () => {} }),
      timeoutMs,
      fetcher: fetcherTo(server.addr.port),
    })
  const [patient, hasty] = [clientWaiting(10_000), clientWaiting(SHORT_MS)]
  // Before `misbehave` requests get the full time limit, because a busy machine may be slow.
  const inHurry = () => isHasty && instead !== null
  const client: Client = {
    ask: (question, budget, read) => (inHurry() ? hasty : patient).ask(question, budget, read),
  }
  const { name, variables, options = [] } = fixture.provider
  const read = (names: readonly string[], variable: string) => {
    if (!names.includes(variable)) throw new Error(`${name} does not say that it reads ${variable}`)
    return environment[variable]
  }
  const quiet = captureConsole((line) => lines.push(line))
  try {
    const adapter = fixture.provider.make({
      secret: (variable) => read(variables, variable) ?? '',
      option: (variable) => read(options, variable),
      client,
      log: (line) => lines.push(JSON.stringify(line)),
      now: () => clock.now,
      nonce: nonceOf,
    })
    await run({
      adapter,
      simulation,
      asked,
      lines,
      clock,
      budget: () => ({ endsAt: Date.now() + (inHurry() ? 2 * SHORT_MS : 20_000) }),
      misbehave: (answer) => {
        instead = answer
      },
      heardOf: (message) => heardOf(fixture.provider, message),
    })
  } finally {
    quiet()
    await server.shutdown()
  }
}

function heardOf({ name }: Provider, { body, headers = {}, method = 'POST', query = '' }: Message): ProviderRequest {
  return {
    bytes: typeof body === 'string' ? new TextEncoder().encode(body) : body.slice(),
    headers: new Headers(headers),
    url: new URL(urlsOf(name).webhook + query),
    method,
  }
}

/**
 * Captures what is printed to the console, because it ends in the function's log; returns a function that ends the capturing.
 */
function captureConsole(write: (line: string) => void): () => void {
  const names = ['log', 'info', 'warn', 'error', 'debug'] as const
  const kept = names.map((name) => [name, console[name]] as const)
  for (const name of names) console[name] = (...parts: unknown[]) => write(parts.map(String).join(' '))
  return () => {
    for (const [name, print] of kept) console[name] = print
  }
}
