// Local servers for tests: they respond as the test says, misbehave, or do not respond.
import { Buffer } from 'node:buffer'
import { setTimeout as delay } from 'node:timers/promises'

export interface Heard {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
  text: string
  /** The request's body; empty if it is not JSON. */
  json: Record<string, unknown>
}

export type Answer = (request: Request) => Response | Promise<Response>

export interface Server {
  url: string
  heard: Heard[]
  /** The next responses, one for each request; the last response is repeated. */
  answers: Answer[]
  stop(): Promise<void>
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Answer => () =>
  Response.json(body, { status, headers })
export const text = (body: string, type: string, status = 200): Answer => () =>
  new Response(body, { status, headers: { 'content-type': type } })

/** Answers with a JSON body after a delay. */
export const late = (ms: number, body: unknown = {}): Answer => async () => {
  await delay(ms)
  return Response.json(body)
}

export function startServer(...answers: Answer[]): Server {
  const heard: Heard[] = []
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const bytes = await request.bytes()
    const text = new TextDecoder().decode(bytes)
    heard.push({
      method: request.method,
      path: decodeURIComponent(pathname),
      query: searchParams,
      headers: request.headers,
      bytes,
      text,
      json: parsed(text),
    })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    return await (answer ?? json({}))(request)
  })
  return { url: `http://127.0.0.1:${server.addr.port}`, heard, answers, stop: () => server.shutdown() }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Runs a test with a server, and always stops it. */
export async function withServer(answers: Answer[], run: (server: Server) => Promise<void>): Promise<void> {
  const server = startServer(...answers)
  try {
    await run(server)
  } finally {
    await server.stop()
  }
}

export interface Rude {
  url: string
  connections: () => number
  /** Returns the number of requests whose headers the server has read. */
  requests: () => number
  stop(): Promise<void>
}

/**
 * Starts a TCP server that breaks the rules of HTTP:
 *
 * - `silent` accepts the request and does not respond
 * - `reset` accepts the request, which it may have executed, and breaks the connection
 * - `served` responds to the very first request, and breaks the connection at the next
 * - `half` announces a longer body than it sends, and leaves the connection open
 * - `endless` sends JSON without end
 */
export function startRude(manner: 'silent' | 'reset' | 'served' | 'half' | 'endless'): Rude {
  const listener = Deno.listen({ port: 0, hostname: '127.0.0.1' })
  const open = new Set<Deno.Conn>()
  let connections = 0
  let requests = 0
  const take = async (connection: Deno.Conn) => {
    const buffer = new Uint8Array(16_384)
    const size = await connection.read(buffer) ?? 0
    requests += new TextDecoder().decode(buffer.subarray(0, size)).match(/^[A-Z]+ \S+ HTTP/gm)?.length ?? 0
  }
  const serve = async (connection: Deno.Conn) => {
    connections++
    open.add(connection)
    try {
      await take(connection)
      if (manner === 'served' && requests === 1) {
        await connection.write(Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))
        while (requests === 1) await take(connection)
      }
      if (manner === 'reset' || manner === 'served') connection.close()
      const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
      if (manner === 'half') await connection.write(Buffer.from(`${head}content-length: 1000\r\n\r\n{"a":`))
      if (manner === 'endless') await connection.write(Buffer.from(`${head}\r\n["`))
      while (manner === 'endless') await connection.write(Buffer.alloc(65_536, 'x'))
    } catch {
      // Ignore the error: the client has closed the connection.
    }
  }
  const accept = async () => {
    for await (const connection of listener) void serve(connection)
  }
  const ended = accept().catch(() => {})
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    connections: () => connections,
    requests: () => requests,
    async stop() {
      listener.close()
      for (const connection of open) {
        try {
          connection.close()
        } catch {
          // Ignore the error: the connection is already closed.
        }
      }
      await ended
    },
  }
}

/** Counts how often `send` sends its request to a server that executes each request and then breaks the connection. */
export async function executed(send: (url: string) => Promise<unknown>): Promise<number> {
  const server = startRude('reset')
  try {
    await send(server.url).catch(() => {})
    return server.requests()
  } finally {
    await server.stop()
  }
}
