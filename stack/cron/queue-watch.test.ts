import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OpenDatabase } from '../database/open-database.ts'
import { createProject, type Project } from '../testing/project.ts'
import { createQueueWatch, outboxQueue } from './queue-watch.ts'

let project: Project
let opened: OpenDatabase
const heard: { url: string | undefined; headers: IncomingHttpHeaders }[] = []
let status = 200
const server = createServer((request, response) => {
  heard.push({ url: request.url, headers: request.headers })
  // Do what the real function does: deliver the message for which it was called.
  const done = status === 200 ? opened.database.query(`update app.outbox set status = 'sent'`) : Promise.resolve()
  done.then(() => response.writeHead(status).end('{}'))
})

beforeAll(async () => {
  project = await createProject({
    '20260101000000_outbox.sql': `
      create schema app;
      create function app.now() returns timestamptz language sql as 'select now()';
      create table app.outbox (status text, due_at timestamptz);`
  })
  opened = await project.open('pglite')
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  server.close()
  await opened.database.stop()
  await project.remove()
})

it('the queue watch calls the sender when a message is due, and pauses after a failure', async () => {
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const watch = createQueueWatch({
    ...outboxQueue,
    database: opened.database,
    log: project.log,
    apiUrl,
    secretKey: 'sb_secret_x',
    every: 20,
    rest: 400
  })
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(heard).toEqual([])
  await opened.database.query(`insert into app.outbox values ('queued', now() + interval '1 hour')`)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(heard).toEqual([])
  await opened.database.query(`update app.outbox set due_at = now()`)
  await expect.poll(() => heard.length).toBe(1)
  expect(heard[0]?.url).toBe('/functions/v1/notifications/send')
  expect(heard[0]?.headers.apikey).toBe('sb_secret_x')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(heard.length).toBe(1)

  status = 503
  await opened.database.query(`update app.outbox set status = 'queued'`)
  await expect.poll(() => heard.length).toBe(2)
  await expect.poll(() => project.lines.at(-1)).toContain('outbox.failed')
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(heard.length).toBe(2)
  status = 200
  await expect.poll(() => heard.length).toBe(3)
  await watch.stop()
  await opened.database.query(`update app.outbox set status = 'queued'`)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(heard.length).toBe(3)
})
