import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createDoor, type Door, IDLE_MS, isForeign, isRefusal } from '../door/index.ts'
import { Failure } from '../failure.ts'
import type { Log } from '../types.ts'
import { answerApi } from './api.ts'
import { createMailbox, type Mail, type Mailbox } from './mailbox.ts'

export interface Inbox {
  readonly url: string
  /** Delivers a mail to the inbox and answers its id. */
  send(mail: Mail): string
  stop(): Promise<void>
}

interface InboxOptions {
  port: number
  log: Log
  door?: Door | undefined
}

const maxBody = 5 * 1024 * 1024
const files: Record<string, { name: string; type: string }> = {
  '/': { name: 'index.html', type: 'text/html; charset=utf-8' },
  '/app.js': { name: 'app.js', type: 'text/javascript; charset=utf-8' },
  '/app.css': { name: 'app.css', type: 'text/css; charset=utf-8' }
}
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
 * Takes the mails of the stack instead of a mail server: Mailpit's API for scripts, a page for people.
 *
 * It has no keys, and its mails hold sign-in codes: pages of other origins may link to it and nothing else.
 *
 * @param port On 127.0.0.1; 0 takes a free one.
 * @param door Whom it lets in; by default what comes under a name of loopback.
 * @throws Failure when the port is taken.
 */
export async function createInbox({ port, log, door = createDoor() }: InboxOptions): Promise<Inbox> {
  const mailbox = createMailbox()
  const server = createServer((request, response) => {
    handle({ mailbox, door }, request, response).catch((error: unknown) => {
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
  { mailbox, door }: { mailbox: Mailbox; door: Door },
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> {
  const method = request.method ?? 'GET'
  const url = door.enter(request)
  if (isRefusal(url)) return write(response, new Response(url.message, { status: url.status }))
  if (isForeign(request)) return write(response, new Response('Forbidden', { status: 403 }))
  if (method === 'GET' && url.pathname === '/events') return streamChanges(mailbox, request, response)
  const file = method === 'GET' ? files[url.pathname] : undefined
  if (file) {
    const text = readFileSync(join(import.meta.dirname, 'page', file.name))
    return write(response, new Response(text, { headers: { 'content-type': file.type } }))
  }
  const body = await bodyOf(request)
  if (body === null) return write(response, Response.json({ Error: 'the body is too large' }, { status: 413 }))
  const answer = url.pathname.startsWith('/api/v1/') ? answerApi(mailbox, method, url, body) : null
  return write(response, answer ?? new Response('Not found', { status: 404 }))
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += (part as Buffer).length
    if (size > maxBody) return null
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString('utf8')
}

async function write(target: ServerResponse, answer: Response): Promise<void> {
  target.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...security })
  target.end(Buffer.from(await answer.arrayBuffer()))
}

/** Server-sent events: one line a change, upon which the page reads the list again. */
function streamChanges(mailbox: Mailbox, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { ...security, 'content-type': 'text/event-stream' })
  response.write('data: changed\n\n')
  const stop = mailbox.watch(() => response.write('data: changed\n\n'))
  request.once('close', stop)
}
