import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { createDoor, type Door, IDLE_MS, isForeign, isRefusal, refuse } from '../door/index.ts'
import { Failure } from '../failure.ts'
import { BodyTooLarge, readRequest, writeResponse } from '../gateway/http.ts'
import type { Log } from '../types.ts'
import { createApi } from './api.ts'
import { createMailbox, type Mail, type Mailbox } from './mailbox.ts'

export interface Inbox {
  readonly url: string
  /** Delivers a mail to the inbox and returns its id. */
  send(mail: Mail): string
  stop(): Promise<void>
}

interface InboxOptions {
  port: number
  log: Log
  door?: Door | undefined
}

const maxBody = 5 * 1024 * 1024
const files = [
  { path: '/', name: 'index.html', type: 'text/html; charset=utf-8' },
  { path: '/app.js', name: 'app.js', type: 'text/javascript; charset=utf-8' },
  { path: '/app.css', name: 'app.css', type: 'text/css; charset=utf-8' }
]
const security = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store'
}

/**
 * Starts the inbox, which receives the stack's mails in place of a mail server. For scripts it has the API of Mailpit (a mail
 * server for tests), for people a page.
 *
 * It needs no keys, and its mails contain sign-in codes, so pages of other origins may only link to it.
 *
 * @param port Port on 127.0.0.1; 0 takes a free one.
 * @param door Checks requests, above all their `Host` header. The default admits only names of loopback, such as `localhost`.
 * @throws Failure if the port is in use.
 */
export async function createInbox({ port, log, door = createDoor() }: InboxOptions): Promise<Inbox> {
  const mailbox = createMailbox()
  const routes = createRoutes(mailbox)
  const server = createServer((request, response) => {
    handle({ routes, door }, request, response).catch((error: unknown) => {
      log.error('inbox.failed', { path: request.url, error })
      response.destroy()
    })
  })
  server.keepAliveTimeout = IDLE_MS
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = new Failure(`Port ${port} is taken.`, 'Stop what uses it, or give another with `--port=N`.')
      reject(error.code === 'EADDRINUSE' ? taken : error)
    })
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`,
    send: (mail) => mailbox.add(mail).ID,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    }
  }
}

async function handle(
  { routes, door }: { routes: Hono; door: Door },
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> {
  for (const [name, value] of Object.entries(security)) response.setHeader(name, value)
  const url = door.enter(request)
  if (isRefusal(url)) return refuse(response, url)
  if (isForeign(request)) return refuse(response, { status: 403, message: 'Forbidden' })
  const answer = await readRequest(request, url, maxBody).then(
    (inner) => routes.fetch(inner),
    (error: Error) => Response.json({ Error: error.message }, { status: error instanceof BodyTooLarge ? 413 : 400 })
  )
  await writeResponse(response, answer, request.method === 'HEAD')
}

function createRoutes(mailbox: Mailbox): Hono {
  const app = new Hono()
  for (const { path, name, type } of files) {
    app.get(path, (c) => c.body(readFileSync(join(import.meta.dirname, 'page', name)), 200, { 'content-type': type }))
  }
  // Send one event at once and one after each change. The page reads the list again after each event.
  app.get('/events', (c) =>
    streamSSE(c, async (stream) => {
      const announce = (): Promise<void> => stream.writeSSE({ data: 'changed' })
      await announce()
      const stop = mailbox.watch(announce)
      await new Promise<void>((resolve) => stream.onAbort(resolve))
      stop()
    })
  )
  return app.route('/api/v1', createApi(mailbox))
}
