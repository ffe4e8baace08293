import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../types.ts'
import { createEntrance } from './entrance.ts'
import { isPerson, type SignIn } from './people.ts'
import { isSpeed, type SpeedControl } from './speed.ts'
import { streamState } from './stream.ts'
import { createTown } from './town.ts'

/** The functions that the demo needs from the stack; they exist when the database is open. */
export interface DemoBackend {
  signIn: SignIn
  speed: SpeedControl
}

/**
 * The service behind the demo bar. It exists only on the app's port, and only if the stack serves app and database on one
 * machine. The gateway, the edge functions and `dist/` contain no part of it.
 */
export interface Demo {
  /** Adds a meta element with the nonce for the demo's requests to the page's HTML. */
  mark(html: string): string
  /** The meta element that `mark` adds, for servers that add it in another way. */
  readonly meta: { name: string; content: string }
  /** Responds to a request for one of the demo's paths. Returns false for every other path, without responding. */
  serve(request: IncomingMessage, response: ServerResponse, url: URL): boolean
  /** Connects the demo to the started stack. Until then it can only return the region's town. */
  open(backend: DemoBackend): void
}

interface DemoOptions {
  /** Folder of the map region. */
  region: string
  /** Origin of the app. Commands from other origins are refused. */
  origin: string
  log: Log
}

type Answer = [status: number, body: object]

const prefix = '/demo/'
const commands = new Set(['person', 'speed'])
/** Longest body of a demo request in bytes. */
const longestBody = 1024

export function createDemo({ origin, region, log }: DemoOptions): Demo {
  const nonce = randomBytes(24).toString('base64url')
  const meta = { name: 'hackney-demo', content: nonce }
  const refusalOf = createEntrance(origin, nonce)
  const findTown = createTown(region)
  let backend: DemoBackend | null = null

  async function command(name: string, request: IncomingMessage): Promise<Answer> {
    const body = await readJson(request)
    if (!backend) return [503, { message: 'server_busy' }]
    if (name === 'speed') {
      if (!isSpeed(body?.speed)) return [400, { message: 'not_found' }]
      backend.speed.choose(body.speed)
      return [200, backend.speed.state()]
    }
    if (!isPerson(body?.person)) return [400, { message: 'not_found' }]
    const session = await backend.signIn(body.person, request.headers['user-agent'] ?? null)
    if (!session) return [403, { message: 'not_allowed' }]
    const { access_token, refresh_token } = session
    return [200, { access_token, refresh_token }]
  }

  async function answer(request: IncomingMessage, { pathname, searchParams }: URL): Promise<Answer> {
    if (pathname === `${prefix}town` && request.method === 'GET') {
      const town = await findTown(searchParams.get('language') ?? '')
      return town ? [200, town] : [404, { message: 'not_found' }]
    }
    const name = pathname.slice(prefix.length)
    if (!commands.has(name)) return [404, { message: 'not_found' }]
    const refusal = refusalOf(request)
    return refusal ? [refusal, { message: 'not_allowed' }] : command(name, request)
  }

  return {
    meta,
    mark: (html) => html.replace('</head>', `<meta name="${meta.name}" content="${meta.content}" /></head>`),
    open(opened) {
      backend = opened
    },
    serve(request, response, url) {
      if (!url.pathname.startsWith(prefix)) return false
      if (url.pathname === `${prefix}clock` && request.method === 'GET' && backend) {
        streamState(backend.speed, request, response)
        return true
      }
      answer(request, url)
        .catch((error: unknown): Answer => {
          log.error('demo.failed', { path: url.pathname, error })
          return [500, { message: 'unknown_error' }]
        })
        .then(([status, body]) => {
          response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
          response.end(JSON.stringify(body))
        })
      return true
    }
  }
}

/** Reads the JSON object in a request's body; null if there is none or the body is too long. */
async function readJson(request: IncomingMessage): Promise<Record<string, unknown> | null> {
  let text = ''
  for await (const part of request) {
    text += part
    if (text.length > longestBody) return null
  }
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
