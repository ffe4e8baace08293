import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { addressOf, refusedUpgrade } from '../address.ts'
import type { Demo } from '../demo/index.ts'
import { createDoor, type Door, isForeign, isRefusal, type Refusal, refuse } from '../door/index.ts'
import { Failure } from '../failure.ts'
import type { Log } from '../types.ts'
import { buildIfStale, createBuiltHandler, followFirm, sendMade } from './built.ts'
import type { CaptchaProvider } from './captcha-origins.ts'
import { createEncoder, isCompressible, sendEncoded } from './encoding.ts'
import { closedFiles, closedFolder, findRegionFile, sendFile } from './files.ts'
import { createFraming, framePath, frameScriptPath, isFraming } from './framing.ts'
import { createPayOrigins, type PayOrigins, payPath } from './pay-origins.ts'
import { placeBeside } from './place.ts'
import { embeddedHeaders, frameAncestors, securityHeaders } from './policy.ts'
import { withFirm } from './site/tags.ts'

/** The content of `window.__HACKNEY_ENV__`, in which the app finds its API and the settings of this deployment. */
export interface PageEnv {
  supabaseUrl: string
  supabaseKey: string
  vapidKey?: string
  mapboxToken?: string
  /** Digits of a code by mail, and by text message. */
  mailCodeLength?: number
  smsCodeLength?: number
  /** The captcha of the sign-in, with the public key of the site. */
  captcha?: { provider: CaptchaProvider; siteKey: string }
}

export interface WebOptions {
  root: string
  /** Folder with the map region; default: the project's. */
  region?: string | undefined
  port: number
  /** Whether to serve the build, which lies beside the region. If not, the development server is started. */
  built: boolean
  env: PageEnv
  /** Folder of the stack's data. It contains keys and is never served. */
  dataDir: string
  /** Checks requests, above all their `Host` header. The default admits only names of loopback, such as `localhost`. */
  door?: Door | undefined
  /** The demo's service, if there is one. */
  demo?: Demo | undefined
  log: Log
}

export interface Web {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Passes a request on to the handler of the app's own files.
 *
 * @param ancestors Origins that may frame the page.
 * @param pay Origins of payment providers that the page may use.
 */
type Next = (ancestors: readonly string[], pay?: PayOrigins) => void

/** Checks a request or an upgrade. Returns its URL, or the reason for its refusal. */
function enter(door: Door, request: IncomingMessage): URL | Refusal {
  const url = door.enter(request)
  const isRefused = !isRefusal(url) && isForeign(request) && !isFraming(request, url.pathname)
  return isRefused ? { status: 403, message: 'Forbidden' } : url
}

/**
 * Creates the first handler of each request. The handler sets the security headers, and refuses requests that `enter` does not
 * permit. It responds itself to paths that the build does not contain: the file with the API's address (`/env.js`), the map
 * region and the demo. All other requests are passed on to `next`.
 */
function createExtras({ root, region: folder = join(root, 'region'), env, door = createDoor(), demo }: WebOptions) {
  const encode = createEncoder()
  const ancestors = createFraming(env)
  const payOrigins = createPayOrigins(env)
  const script = `window.__HACKNEY_ENV__ = ${JSON.stringify(env)}\n`
  return (request: IncomingMessage, response: ServerResponse, next: Next): void => {
    const url = enter(door, request)
    const pathname = isRefusal(url) ? '' : url.pathname
    const isEmbedded = pathname === framePath || pathname === frameScriptPath
    for (const [name, value] of Object.entries(isEmbedded ? embeddedHeaders : securityHeaders))
      response.setHeader(name, value)
    if (isRefusal(url)) {
      refuse(response, url)
      return
    }
    if (pathname === framePath) {
      void ancestors().then((origins) => {
        const allowed = ["'self'", ...origins]
        // Remove X-Frame-Options, because it cannot name origins. The policy's `frame-ancestors` decides instead.
        response.removeHeader('x-frame-options')
        response.setHeader('content-security-policy', frameAncestors(allowed))
        next(allowed)
      })
      return
    }
    if (pathname.startsWith(payPath) && !pathname.includes('.')) {
      void payOrigins().then((pay) => next([], pay))
      return
    }
    if (demo?.serve(request, response, url)) return
    if (pathname === '/env.js') {
      response
        .writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' })
        .end(script)
      return
    }
    const region = pathname.startsWith('/region/') ? findRegionFile(folder, pathname.slice('/region'.length)) : null
    if (region && isCompressible(region)) sendEncoded(request, response, { file: region, encode, cache: 'no-cache' })
    else if (region) sendFile(request, response, region, 'no-cache')
    else if (pathname.startsWith('/region/')) response.writeHead(404).end('Not found')
    else next([])
  }
}

function taken(port: number, error: unknown): unknown {
  const isTaken =
    error instanceof Error && /EADDRINUSE|already in use/.test(`${'code' in error ? error.code : ''} ${error.message}`)
  return isTaken
    ? new Failure(`Port ${port} (web) is taken.`, 'Stop what uses it, or choose another with `--web-port=N`.')
    : error
}

/** Closes the socket of a refused upgrade. Vite's own handler runs after this one, and finds the socket closed. */
function guardUpgrade(door: Door, request: IncomingMessage, socket: Duplex): void {
  const url = enter(door, request)
  if (!isRefusal(url)) return
  socket.write(refusedUpgrade(`${url.status} ${STATUS_CODES[url.status]}`))
  socket.destroy()
}

/** Returns whether a path is that of the widget's page. That page does not get the demo, because other sites show it. */
const isFrame = (url = '/'): boolean => url.split(/[?#]/)[0] === framePath

const apiOf = ({ supabaseUrl, supabaseKey }: PageEnv) => ({ url: supabaseUrl, key: supabaseKey })

async function startDevelopment(options: WebOptions): Promise<Web> {
  const { createServer: createVite } = await import('vite')
  const { door = createDoor() } = options
  const extras = createExtras(options)
  const place = placeBeside(options.region ?? join(options.root, 'region'))
  const { operators, drawings } = followFirm(apiOf(options.env), place, options.log)
  const vite = await createVite({
    root: options.root,
    configFile: join(options.root, 'vite.config.ts'),
    clearScreen: false,
    logLevel: 'warn',
    server: {
      host: '127.0.0.1',
      port: options.port,
      strictPort: true,
      // Send no CORS headers, because page and modules have the same origin. By default Vite would let pages on every local
      // port read the sources.
      cors: false,
      allowedHosts: [...door.hosts],
      fs: { deny: [...closedFiles, closedFolder(options.dataDir)] }
    },
    plugins: [
      {
        name: 'hackney-stack',
        // Run before the project's own middleware, which is for a development server without a stack.
        enforce: 'pre',
        transformIndexHtml: async (html, { originalUrl }) => ({
          html: withFirm(html, await operators.first()),
          tags: options.demo && !isFrame(originalUrl) ? [{ tag: 'meta', attrs: { ...options.demo.meta } }] : []
        }),
        configureServer(server) {
          server.middlewares.use((request, response, next) =>
            extras(request, response, () => {
              const drawn = drawings.find(addressOf(request)?.pathname ?? '')
              if (drawn) sendMade(request, response, drawn.type, drawn.bytes)
              else next()
            })
          )
          server.httpServer?.prependListener('upgrade', (request, socket) => guardUpgrade(door, request, socket))
        }
      }
    ]
  })
  await vite.listen().catch(async (error: unknown) => {
    await vite.close()
    throw taken(options.port, error)
  })
  const stop = (): Promise<void> => {
    drawings.stop()
    return vite.close()
  }
  return { url: `http://127.0.0.1:${options.port}`, stop }
}

async function startBuilt(options: WebOptions): Promise<Web> {
  const place = placeBeside(options.region ?? join(options.root, 'region'))
  await buildIfStale(options.root, place)
  const extras = createExtras(options)
  const firm = followFirm(apiOf(options.env), place, options.log)
  const app = createBuiltHandler(
    place,
    { ...apiOf(options.env), captcha: options.env.captcha?.provider ?? null },
    options.demo,
    firm
  )
  const server = createServer((request, response) => {
    const failed = (error: unknown): void => {
      options.log.error('web.failed', { path: request.url?.split('?')[0], error })
      if (!response.headersSent) response.writeHead(500)
      response.end()
    }
    try {
      extras(request, response, (ancestors, pay) => void app(request, response, ancestors, pay).catch(failed))
    } catch (error) {
      failed(error)
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(taken(options.port, error)))
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const stop = async (): Promise<void> => {
    firm.drawings.stop()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${options.port}`, stop }
}

/**
 * Serves the app on 127.0.0.1: by Vite's development server, or from dist/.
 *
 * @throws Failure if the port is in use.
 */
export function createWeb(options: WebOptions): Promise<Web> {
  return options.built ? startBuilt(options) : startDevelopment(options)
}
