import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { refusedUpgrade } from '../address.ts'
import { createDoor, type Door, IDLE_MS, isRefusal } from '../door/index.ts'
import { Failure } from '../failure.ts'
import type { Log, StackModule } from '../types.ts'
import { addCors, preflight } from './cors.ts'
import { BodyTooLarge, readRequest, writeResponse } from './http.ts'

export interface GatewayOptions {
  /** Port on 127.0.0.1; 0 takes a free one. */
  port: number
  /** The stack's modules by path prefix, such as `/rest/v1`. */
  routes: Record<string, StackModule>
  log: Log
  /** Checks requests, above all their `Host` header. The default admits only names of loopback, such as `localhost`. */
  door?: Door | undefined
  /** Largest body of a request in bytes; default: 50 MB. */
  bodyLimit?: number
}

type Guarded = GatewayOptions & { door: Door }

export interface Gateway {
  readonly port: number
  stop(): Promise<void>
}

function find(routes: Record<string, StackModule>, pathname: string): [StackModule, string] | null {
  for (const [prefix, module] of Object.entries(routes)) {
    if (pathname === prefix || pathname.startsWith(`${prefix}/`)) return [module, pathname.slice(prefix.length) || '/']
  }
  return null
}

async function answer(options: Guarded, request: IncomingMessage): Promise<Response> {
  const url = options.door.enter(request)
  if (isRefusal(url)) return Response.json({ message: url.message }, { status: url.status })
  if (url.pathname === '/' || url.pathname === '/health') return Response.json({ name: 'hackney', status: 'ok' })
  const found = find(options.routes, url.pathname)
  if (!found) return Response.json({ message: 'no Route matched with those values' }, { status: 404 })
  if (request.method === 'OPTIONS') return preflight(request)
  const [module, path] = found
  url.pathname = path
  const limit = module.bodyLimit ?? options.bodyLimit ?? 50 * 1024 * 1024
  const inner = await readRequest(request, url, limit, module.streamsBody)
  return module.fetch(inner, { address: request.socket.remoteAddress ?? '' })
}

async function handle(options: Guarded, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let result: Response
  try {
    result = await answer(options, request)
  } catch (error) {
    if (error instanceof BodyTooLarge) {
      result = Response.json({ message: error.message }, { status: 413, headers: { connection: 'close' } })
    } else if (error instanceof URIError || (error instanceof TypeError && request.method === 'TRACE')) {
      result = Response.json({ message: 'The request cannot be read' }, { status: 400 })
    } else {
      options.log.error('gateway.failed', { method: request.method, path: request.url?.split('?')[0], error })
      result = Response.json({ message: 'An unexpected error occurred' }, { status: 500 })
    }
  }
  if (result.status >= 500) {
    // Log failures of all services in this one place. The tests require that no failure is logged.
    const { status } = result
    options.log.error('gateway.answered', { method: request.method, path: request.url?.split('?')[0], status })
  }
  await writeResponse(response, addCors(result), request.method === 'HEAD')
}

function upgrade(options: Guarded, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const url = options.door.enter(request)
  const found = isRefusal(url) ? null : find(options.routes, url.pathname)
  if (isRefusal(url) || !found?.[0].upgrade) {
    const status = isRefusal(url) ? url.status : 404
    socket.end(refusedUpgrade(`${status} ${STATUS_CODES[status]}`))
    return
  }
  request.url = found[1] + url.search
  found[0].upgrade(request, socket, head)
}

/**
 * Serves the stack's modules under Supabase's paths, on loopback only.
 *
 * @throws Failure if the port is in use.
 */
export async function createGateway({ door = createDoor(), ...rest }: GatewayOptions): Promise<Gateway> {
  const options = { ...rest, door }
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    handle(options, request, response).catch(() => response.destroy())
  })
  server.keepAliveTimeout = IDLE_MS
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    try {
      upgrade(options, request, socket, head)
    } catch (error) {
      options.log.error('gateway.failed', { method: 'UPGRADE', path: request.url?.split('?')[0], error })
      socket.destroy()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = new Failure(`Port ${options.port} is taken.`, 'Stop what uses it, or give another with `--port=N`.')
      reject(error.code === 'EADDRINUSE' ? taken : error)
    })
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    }
  }
}
