import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { createInbox, type Inbox } from './index.ts'

let inbox: Inbox
const log = createLog('text', () => undefined)
const ask = (path: string, init?: RequestInit) => fetch(`${inbox.url}${path}`, init)
const json = async (path: string, init?: RequestInit) => (await ask(path, init)).json()
const post = (body: unknown) => ask('/api/v1/send', { method: 'POST', body: JSON.stringify(body) })
const mail = (to: string, subject = 'Hello') => ({ to, subject, text: `Text of ${subject}` })

beforeAll(async () => {
  inbox = await createInbox({ port: 0, log })
})
beforeEach(() => ask('/api/v1/messages', { method: 'DELETE' }))
afterAll(() => inbox.stop())

describe("Mailpit's API", () => {
  it('lists mails newest first, by pages', async () => {
    for (const n of [1, 2, 3]) inbox.send(mail(`a${n}@b.test`, `Mail ${n}`))
    const all = await json('/api/v1/messages')
    expect(all).toMatchObject({ total: 3, unread: 3, count: 3, start: 0 })
    expect(all.messages[0]).toMatchObject({ Subject: 'Mail 3', To: [{ Address: 'a3@b.test' }], Read: false })
    expect(all.messages[0]).not.toHaveProperty('Text')
    expect(Date.parse(all.messages[0].Created)).toBeGreaterThan(Date.now() - 5000)
    const second = await json('/api/v1/messages?start=1&limit=1')
    expect(second.messages.map(({ Subject }: { Subject: string }) => Subject)).toEqual(['Mail 2'])
    expect(await json('/api/v1/messages?start=x&limit=-1')).toMatchObject({ count: 3 })
  })

  it('shows one, by id or as the latest, and marks it as read', async () => {
    const id = inbox.send({ ...mail('a@b.test'), html: '<b>x</b>' })
    for (const name of [id, 'latest']) {
      expect(await json(`/api/v1/message/${name}`)).toMatchObject({
        ID: id,
        Subject: 'Hello',
        Text: 'Text of Hello',
        HTML: '<b>x</b>',
        To: [{ Address: 'a@b.test' }]
      })
    }
    expect((await json('/api/v1/messages')).unread).toBe(0)
    expect((await ask('/api/v1/message/none')).status).toBe(404)
    expect((await ask('/api/v1/message/%ff')).status).toBe(404)
  })

  it('searches by address and word', async () => {
    inbox.send(mail('ann@b.test', 'Code'))
    inbox.send(mail('bob@b.test', 'Receipt'))
    const subjects = async (query: string) => {
      const { messages } = await json(`/api/v1/search?query=${encodeURIComponent(query)}`)
      return messages.map(({ Subject }: { Subject: string }) => Subject)
    }
    expect(await subjects('to:ANN@b.test')).toEqual(['Code'])
    expect(await subjects('to:"bob@b.test"')).toEqual(['Receipt'])
    expect(await subjects('text receipt')).toEqual(['Receipt'])
    expect(await subjects('to:ann@b.test receipt')).toEqual([])
  })

  it('accepts mails from other programs', async () => {
    const response = await post({
      From: { Email: 'desk@b.test', Name: 'Desk' },
      To: [{ Email: 'ann@b.test', Name: 'Ann' }],
      Cc: ['bob@b.test'],
      Subject: 'Hi',
      Text: 'There'
    })
    const { ID } = (await response.json()) as { ID: string }
    expect(await json(`/api/v1/message/${ID}`)).toMatchObject({
      From: { Name: 'Desk', Address: 'desk@b.test' },
      To: [{ Address: 'ann@b.test' }, { Address: 'bob@b.test' }],
      Text: 'There'
    })
  })

  it.each([[null], ['x'], [{}], [{ To: [] }], [{ To: [{ Email: 'nobody' }] }], [{ To: [null, 5] }]])(
    'refuses to send %j',
    async (body) => {
      const response = await post(body)
      expect(response.status).toBe(400)
      expect(await response.json()).toHaveProperty('Error')
    }
  )

  it('deletes some mails, the found ones, or all', async () => {
    const ids = [1, 2, 3, 4].map((n) => inbox.send(mail(`a${n}@b.test`)))
    await ask('/api/v1/messages', { method: 'DELETE', body: JSON.stringify({ IDs: [ids[0]] }) })
    await ask(`/api/v1/search?query=to:a2@b.test`, { method: 'DELETE' })
    await ask(`/api/v1/search?query=to:nobody@b.test`, { method: 'DELETE' })
    expect((await json('/api/v1/messages')).total).toBe(2)
    await ask('/api/v1/messages', { method: 'DELETE' })
    expect((await json('/api/v1/messages')).total).toBe(0)
  })

  it('keeps the newest 500', async () => {
    for (let n = 0; n < 510; n += 1) inbox.send(mail('a@b.test', `Mail ${n}`))
    const { total, messages } = await json('/api/v1/messages?limit=500')
    expect([total, messages[0].Subject, messages[499].Subject]).toEqual([500, 'Mail 509', 'Mail 10'])
  })
})

describe('the page', () => {
  it('has no inline scripts and a strict policy', async () => {
    const response = await ask('/')
    const html = await response.text()
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(html).not.toMatch(/<script(?![^>]*src)|\son\w+=|style=/)
    for (const path of ['/app.js', '/app.css']) expect((await ask(path)).status).toBe(200)
    expect((await ask('/page/app.js')).status).toBe(404)
  })

  it('is notified of every change', async () => {
    const response = await ask('/events')
    const reader = response.body?.getReader()
    const next = async () => new TextDecoder().decode((await reader?.read())?.value)
    expect(await next()).toBe('data: changed\n\n')
    inbox.send(mail('a@b.test'))
    expect(await next()).toBe('data: changed\n\n')
    await reader?.cancel()
  })

  it('responds only to local names', async () => {
    const status = await new Promise((resolve) => {
      request(`${inbox.url}/api/v1/messages`, { headers: { host: 'evil.test' } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      }).end()
    })
    expect(status).toBe(403)
  })

  it('accepts nothing from foreign pages', async () => {
    const send = (origin: string) =>
      ask('/api/v1/send', {
        method: 'POST',
        headers: { origin, 'content-type': 'text/plain' },
        body: JSON.stringify({ To: [{ Email: 'a@b.test' }], Subject: '123456', Text: 'x' })
      })
    const elsewhere = ['http://evil.test', 'null', 'http://localhost.evil.test', 'http://127.0.0.1@evil.test']
    const otherPorts = ['http://127.0.0.1:5173', 'http://localhost:5173', 'http://127.0.0.1']
    for (const origin of [...elsewhere, ...otherPorts])
      expect([origin, (await send(origin)).status]).toEqual([origin, 403])
    expect((await send(inbox.url)).status).toBe(200)
  })

  it('shows no mails to foreign pages, which may only link to it', async () => {
    inbox.send(mail('a@b.test', '123456'))
    const status = (headers: Record<string, string>, path = '/api/v1/messages') =>
      new Promise((resolve) => {
        request(`${inbox.url}${path}`, { headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        }).end()
      })
    for (const site of ['cross-site', 'same-site']) {
      for (const target of ['empty', 'image', 'script', 'iframe', 'style']) {
        expect(await status({ 'sec-fetch-site': site, 'sec-fetch-dest': target })).toBe(403)
      }
      expect(await status({ 'sec-fetch-site': site, 'sec-fetch-dest': 'document' }, '/')).toBe(200)
    }
    expect(await status({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' })).toBe(200)
    expect(await status({ 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' })).toBe(200)
  })

  it('reports when its port is taken', async () => {
    const port = Number(new URL(inbox.url).port)
    await expect(createInbox({ port, log })).rejects.toThrow(`Port ${port} is taken`)
  })
})
