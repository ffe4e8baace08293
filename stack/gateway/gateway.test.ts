import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDoor } from '../door/index.ts'
import { createLog } from '../log.ts'
import type { StackModule } from '../types.ts'
import { createGateway, type Gateway } from './index.ts'

const lines: string[] = []
const log = createLog('text', (line) => lines.push(line))
const echo: StackModule = {
  async fetch(incoming, peer) {
    const { pathname, search } = new URL(incoming.url)
    if (pathname === '/broken') throw new Error('secret detail')
    if (pathname === '/headers') return Response.json([...incoming.headers.keys()])
    return Response.json({ path: pathname + search, body: await incoming.text(), peer: peer.address })
  },
  upgrade(incoming, socket) {
    if (incoming.url === '/broken') throw new Error('secret detail')
    socket.end(
      `HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\nx-path: ${incoming.url}\r\n\r\n`
    )
  },
  async stop() {}
}
let gateway: Gateway
let url: string

beforeAll(async () => {
  gateway = await createGateway({
    port: 0,
    routes: { '/rest/v1': echo },
    log,
    bodyLimit: 1000,
    door: createDoor(['taxi.example'])
  })
  url = `http://127.0.0.1:${gateway.port}`
})
afterAll(() => gateway.stop())

describe('the gateway', () => {
  it('passes a request to the module of its prefix, without the prefix', async () => {
    const response = await fetch(`${url}/rest/v1/bookings?select=id`, { method: 'POST', body: '{"a":1}' })
    expect(await response.json()).toEqual({ path: '/bookings?select=id', body: '{"a":1}', peer: '127.0.0.1' })
    expect(await (await fetch(`${url}/rest/v1`)).json()).toMatchObject({ path: '/' })
  })

  it('returns 404 as JSON for anything else, and has a health check', async () => {
    for (const path of ['/nothing', '/rest/v10/x']) {
      const response = await fetch(url + path)
      expect([response.status, await response.json()]).toEqual([404, { message: expect.any(String) }])
    }
    expect(await (await fetch(url)).json()).toEqual({ name: 'hackney', status: 'ok' })
  })

  it('permits requests from any origin, with all headers of supabase-js', async () => {
    const asked = await fetch(`${url}/rest/v1/x`, { method: 'OPTIONS' })
    expect(asked.status).toBe(204)
    for (const name of ['authorization', 'apikey', 'content-type', 'x-client-info', 'prefer', 'accept-profile']) {
      expect(asked.headers.get('access-control-allow-headers')).toContain(name)
    }
    expect(asked.headers.get('access-control-allow-origin')).toBe('*')
    const response = await fetch(`${url}/rest/v1/x`)
    expect(response.headers.get('access-control-expose-headers')).toContain('content-range')
  })

  it('refuses secret keys from browsers, where any page could send them', async () => {
    const send = (headers: Record<string, string>, path = '/rest/v1/x') => fetch(url + path, { headers })
    const origin = { origin: 'http://evil.example' }
    expect((await send({ apikey: 'sb_secret_x' })).status).toBe(200)
    expect((await send({ apikey: 'sb_publishable_x', ...origin })).status).toBe(200)
    expect((await send({ apikey: 'sb_secret_x', ...origin })).status).toBe(401)
    expect((await send({ authorization: 'Bearer sb_secret_x', ...origin })).status).toBe(401)
    expect((await send(origin, '/rest/v1/x?apikey=sb_secret_x')).status).toBe(401)
  })

  const browsers = [
    { Origin: 'http://evil.example' },
    { Origin: 'null' },
    { Referer: 'http://evil.example/' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Dest': 'image' }
  ]
  const rides: [string, Record<string, string>][] = [
    ['?apikey=sb%5Fsecret_x', {}],
    ['?apikey=%73b_secret_x', {}],
    ['?x=1&apikey=sb_publishable_x&apikey=sb%5fsecret_x', {}],
    ['?%61pikey=%73%62%5f%73%65%63%72%65%74_x', {}],
    ['', { ApiKey: 'sb_secret_x' }],
    ['', { 'X-API-Key': 'sb_secret_x' }],
    ['', { AUTHORIZATION: 'bearer sb_secret_x' }],
    ['', { Authorization: 'sb_secret_x' }],
    ['', { 'Sec-WebSocket-Protocol': 'vsn, sb_secret_x' }],
    ['', { 'Sec-WebSocket-Protocol': 'apikey.sb%5Fsecret_x' }]
  ]

  it('finds a secret key from a browser in any place and spelling, for requests and upgrades', async () => {
    for (const browser of browsers) {
      for (const [query, headers] of rides) {
        const sent = Object.entries({ Host: '127.0.0.1', ...browser, ...headers }).map((pair) => pair.join(': '))
        const target = `GET /rest/v1/websocket${query} HTTP/1.1`
        const answers = [
          await raw([target, ...sent, 'Connection: close']),
          await raw([target, ...sent, 'Connection: Upgrade', 'Upgrade: websocket'])
        ]
        expect([query, headers, browser, ...answers.map((line) => line.slice(9, 12))]).toEqual([
          query,
          headers,
          browser,
          '401',
          '401'
        ])
      }
    }
  })

  it('refuses other host names, for requests and upgrades', async () => {
    const answer = async (host: string, more: string[]) =>
      (await raw([`GET /rest/v1/websocket HTTP/1.1`, `Host: ${host}`, ...more])).slice(9, 12)
    const both = async (host: string) => [
      await answer(host, ['Connection: close']),
      await answer(host, ['Connection: Upgrade', 'Upgrade: websocket'])
    ]
    const foreign = ['evil.test', 'localhost.evil.test', '127.0.0.1.evil.test', 'localhost.', '192.0.2.1', '[::2]']
    for (const host of foreign) expect([host, ...(await both(host))]).toEqual([host, '403', '403'])
    const own = ['localhost', 'LOCALHOST:54321', '127.0.0.1:8080', '[::1]:54321', 'taxi.example', 'Taxi.Example:80']
    for (const host of own) expect([host, ...(await both(host))]).toEqual([host, '200', '101'])
  })

  it('removes every header in which a client could forge its address', async () => {
    const claims = ['CF-Connecting-IP', 'True-Client-IP', 'X-Real-IP', 'X-Client-IP', 'X-Forwarded-For', 'Forwarded']
    const headers = Object.fromEntries([...claims, 'X-Own'].map((name) => [name, '192.0.2.1']))
    const seen = (await (await fetch(`${url}/rest/v1/headers`, { headers })).json()) as string[]
    expect(seen.filter((name) => /ip$|forwarded|^x-/.test(name))).toEqual(['x-own'])
  })

  it('refuses a body above its limit, with or without content-length', async () => {
    expect((await fetch(`${url}/rest/v1/x`, { method: 'POST', body: 'x'.repeat(1001) })).status).toBe(413)
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(1001))
        controller.close()
      }
    })
    expect((await fetch(`${url}/rest/v1/x`, { method: 'POST', body, duplex: 'half' } as RequestInit)).status).toBe(413)
  })

  it('logs an internal error without revealing it', async () => {
    const response = await fetch(`${url}/rest/v1/broken`)
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('secret')])
    expect(lines.at(-2)).toMatch(/error gateway\.failed method=GET path=\/rest\/v1\/broken error="secret detail"/)
  })

  it('passes upgrades on, and refuses those without a module', async () => {
    const upgrade = (path: string): Promise<string | undefined> =>
      new Promise((resolve, reject) => {
        const headers = { connection: 'upgrade', upgrade: 'websocket' }
        const asking = request(url + path, { headers })
        asking.on('upgrade', (response) => resolve(String(response.headers['x-path'])))
        asking.on('response', (response) => resolve(String(response.statusCode)))
        asking.on('error', reject)
        asking.end()
      })
    expect(await upgrade('/rest/v1/websocket?vsn=1.0.0')).toBe('/websocket?vsn=1.0.0')
    expect(await upgrade('/nothing')).toBe('404')
  })

  const raw = (lines: string[]): Promise<string> =>
    new Promise((resolve) => {
      let text = ''
      const socket = connect(gateway.port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
      socket.on('data', (data) => {
        text += data
      })
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''))
    })

  it.each([
    ['//', 'x'],
    ['//evil.test/rest/v1/x', 'x'],
    ['/', 'bad host'],
    ['*', 'x']
  ])('refuses %s at %s, also as an upgrade', async (target, host) => {
    const upgrading = ['Connection: Upgrade', 'Upgrade: websocket']
    expect(await raw([`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close'])).toContain('400')
    expect(await raw([`GET ${target} HTTP/1.1`, `Host: ${host}`, ...upgrading])).toContain('400')
    expect((await fetch(url)).status).toBe(200)
  })

  it('closes an upgrade when a module fails, and continues', async () => {
    expect(
      await raw(['GET /rest/v1/broken HTTP/1.1', 'Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket'])
    ).toBe('')
    expect(lines.at(-1)).toContain('gateway.failed method=UPGRADE')
    expect((await fetch(url)).status).toBe(200)
  })

  it('reports in one line that its port is taken', async () => {
    const second = createGateway({ port: gateway.port, routes: {}, log })
    await expect(second).rejects.toMatchObject({ name: 'Failure', message: `Port ${gateway.port} is taken.` })
  })
})
