import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import ws from 'ws'
import { createDatabase } from '../database/index.ts'
import { createTokens } from '../keys/index.ts'
import { createLog } from '../log.ts'
import type { Database, Log, StackModule, Tokens } from '../types.ts'
import { testFolder } from './folder.ts'
import { claimBlock } from './ports.ts'

/** A database, keys and an HTTP server without the rest of the stack, for tests of a single module. */
export interface Backend {
  url: string
  database: Database
  tokens: Tokens
  /** Lines that the modules logged. */
  lines: string[]
  log: Log
  /** Serves a module under a prefix such as `/auth/v1`. */
  mount(prefix: string, module: StackModule): void
  /** Creates a Supabase client: of a visitor with the publishable key, or of a person if an access token is given. */
  client(accessToken?: string, options?: { key?: string; vsn?: '1.0.0' | '2.0.0' }): SupabaseClient
  /** Returns an access token for a person. */
  signIn(sub: string, claims?: Record<string, unknown>, expiresIn?: number): Promise<string>
  stop(): Promise<void>
}

const engines = { native: 'native', pglite: 'pglite' } as const

/**
 * Starts a backend whose project has one migration. The variable HACKNEY_TEST_DB chooses the database engine (`native`,
 * `pglite`).
 *
 * @param migration SQL that runs as `postgres`, like a project's migrations.
 */
export async function startBackend(migration = 'select 1;'): Promise<Backend> {
  const { first: port, release } = await claimBlock()
  const folder = await mkdtemp(path.join(testFolder(), 'hackney-test-'))
  // Let other users enter the folder: if tests run as root, PostgreSQL runs as another user, who must reach its data.
  await chmod(folder, 0o755)
  const root = path.join(folder, 'project')
  await mkdir(path.join(root, 'supabase/migrations'), { recursive: true })
  await writeFile(path.join(root, 'supabase/migrations/20260101000000_project.sql'), migration)
  const lines: string[] = []
  const log = createLog('text', (line) => lines.push(line))
  const dataDir = path.join(folder, 'data')
  const kind = engines[process.env.HACKNEY_TEST_DB as keyof typeof engines]
  const { database } = await createDatabase({ kind, dataDir, port: port + 1, root, log })
  const url = `http://127.0.0.1:${port}`
  const tokens = await createTokens({ dataDir, issuer: `${url}/auth/v1` })
  const modules = new Map<string, StackModule>()
  const server = createServer((request, response) => {
    respond(modules, url, request, response).catch(() => response.destroy())
  })
  server.on('upgrade', (request, socket, head) => {
    const found = route(modules, request)
    if (found?.module.upgrade) found.module.upgrade(request, socket, head)
    else socket.destroy()
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const clients: SupabaseClient[] = []

  return {
    url,
    database,
    tokens,
    lines,
    log,
    mount: (prefix, module) => modules.set(prefix, module),
    client(accessToken, { key = tokens.publishableKey, vsn } = {}) {
      const client = createClient(url, key, {
        auth: { persistSession: false, autoRefreshToken: false },
        realtime: { transport: ws as never, ...(vsn ? { vsn } : {}) },
        ...(accessToken ? { accessToken: async () => accessToken } : {})
      })
      clients.push(client)
      return client
    },
    signIn: (sub, claims = {}, expiresIn = 3600) =>
      tokens.sign({ sub, role: 'authenticated', aud: 'authenticated', ...claims }, expiresIn),
    async stop() {
      for (const client of clients) client.realtime.disconnect()
      await Promise.all([...modules.values()].map((module) => module.stop()))
      server.closeAllConnections()
      server.close()
      await database.stop()
      await rm(folder, { recursive: true, force: true })
      release()
    }
  }
}

/** Finds the module of a request and removes the prefix from the request's URL, as the gateway does. */
function route(modules: Map<string, StackModule>, request: IncomingMessage) {
  const address = request.url ?? '/'
  for (const [prefix, module] of modules) {
    if (!address.startsWith(prefix)) continue
    request.url = address.slice(prefix.length) || '/'
    return { module }
  }
  return null
}

async function respond(
  modules: Map<string, StackModule>,
  url: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse
): Promise<void> {
  const found = route(modules, incoming)
  const method = incoming.method ?? 'GET'
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const request = new Request(new URL(incoming.url ?? '/', url), {
    method,
    headers: Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : []
    ),
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } : {})
  } as RequestInit)
  const response = found
    ? await found.module.fetch(request, { address: incoming.socket.remoteAddress ?? '' })
    : new Response(null, { status: 404 })
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (response.body) Readable.fromWeb(response.body as never).pipe(outgoing)
  else outgoing.end()
}
