// Providers that misbehave: real servers on this machine, which answer as they are told, or not at all.
import { Buffer } from 'node:buffer'

export interface Heard {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  json: Record<string, unknown>
}

export type Answer = (request: Request) => Response | Promise<Response>

export interface Server {
  url: string
  heard: Heard[]
  /** What the next requests are answered; the last stays. */
  answers: Answer[]
  stop(): Promise<void>
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Answer => () =>
  Response.json(body, { status, headers })
export const text = (body: string, type: string, status = 200): Answer => () =>
  new Response(body, { status, headers: { 'content-type': type } })

export function startServer(...answers: Answer[]): Server {
  const heard: Heard[] = []
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const body = await request.text()
    heard.push({
      method: request.method,
      path: decodeURIComponent(pathname),
      query: searchParams,
      headers: request.headers,
      json: body === '' ? {} : JSON.parse(body) as Record<string, unknown>,
    })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    return await (answer ?? json({}))(request)
  })
  return { url: `http://127.0.0.1:${server.addr.port}`, heard, answers, stop: () => server.shutdown() }
}

/** Runs a test with a server, and stops it whatever comes. */
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
  stop(): void
}

/**
 * A server below HTTP, for what a decent one cannot do.
 *
 * - `silent` takes the request and says nothing
 * - `reset` ends the connection instead of answering
 * - `half` promises more than it sends, and waits
 * - `endless` sends JSON for ever
 */
export function startRude(manner: 'silent' | 'reset' | 'half' | 'endless'): Rude {
  const listener = Deno.listen({ port: 0, hostname: '127.0.0.1' })
  const open = new Set<Deno.Conn>()
  let connections = 0
  const serve = async (connection: Deno.Conn) => {
    connections++
    open.add(connection)
    try {
      await connection.read(new Uint8Array(16_384))
      if (manner === 'reset') connection.close()
      const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
      if (manner === 'half') await connection.write(Buffer.from(`${head}content-length: 1000\r\n\r\n{"a":`))
      if (manner === 'endless') await connection.write(Buffer.from(`${head}\r\n["`))
      while (manner === 'endless') await connection.write(Buffer.alloc(65_536, 'x'))
    } catch {
      // Whoever asked has gone.
    }
  }
  const accept = async () => {
    for await (const connection of listener) void serve(connection)
  }
  const ended = accept().catch(() => {})
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    connections: () => connections,
    async stop() {
      listener.close()
      for (const connection of open) {
        try {
          connection.close()
        } catch {
          // It was closed before.
        }
      }
      await ended
    },
  } as Rude
}
