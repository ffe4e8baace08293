import { once } from 'node:events'
import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionAnswer } from '../auth/sessions.ts'
import { createLog } from '../log.ts'
import { createDemo, type Demo } from './index.ts'
import type { Speed, SpeedControl, SpeedState } from './speed.ts'

let server: Server
let demo: Demo
let origin: string
const signedIn: string[] = []
let speed: Speed = 1
const watchers = new Set<() => void>()
const control: SpeedControl = {
  state: (): SpeedState => ({ now: 1_800_000_000_000, speed, chosen: speed, held: null }),
  choose(next) {
    speed = next
    for (const watcher of watchers) watcher()
  },
  watch(watcher) {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
  async stop() {}
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin)
    if (!demo.serve(request, response, url)) response.writeHead(200).end('the app')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  demo = createDemo({ origin, region: '', log: createLog('text', () => undefined) })
})
afterAll(() => {
  server.close()
})

/** Sends a command and returns its status. A header that is null is omitted, which fetch cannot do. */
function command(
  headers: Record<string, string | null> = {},
  body: unknown = { person: 'admin@hackney.test' },
  name = 'person'
) {
  const all = {
    host: new URL(origin).host,
    origin,
    'content-type': 'application/json',
    'x-hackney-demo': demo.meta.content,
    ...headers
  }
  const sent = Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null))
  return new Promise<number>((resolve, reject) => {
    const request = ask(`${origin}/demo/${name}`, { method: 'POST', headers: sent }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on('error', reject)
    request.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
}

describe('switching the person', () => {
  it('has to wait until the database is open', async () => {
    expect(await command()).toBe(503)
    demo.open({
      signIn: async (person) => {
        signedIn.push(person)
        return { access_token: 'a', refresh_token: 'r' } as SessionAnswer
      },
      speed: control
    })
  })

  it('is permitted to a page that this stack served', async () => {
    expect(await command()).toBe(200)
    expect(signedIn.splice(0)).toEqual(['admin@hackney.test'])
  })

  it('is also permitted under the machine’s local name', async () => {
    const host = new URL(origin).host.replace('127.0.0.1', 'localhost')
    expect(await command({ host, origin: `http://${host}` })).toBe(200)
    expect(signedIn.splice(0)).toEqual(['admin@hackney.test'])
  })

  it.each<[string, Record<string, string | null>]>([
    ['the name of the own machine and another origin', { host: 'localhost', origin: 'http://127.0.0.1' }],
    ['no origin', { origin: null }],
    ['an opaque origin', { origin: 'null' }],
    ['the origin of another port', { origin: 'http://127.0.0.1:9' }],
    ['the same port under another name', { origin: 'http://localhost:9' }],
    ['TLS', { origin: 'https://127.0.0.1:9' }],
    ['a rebound name', { host: 'evil.test', origin: 'http://evil.test' }],
    ['a name that a proxy forwards', { host: 'taxi.example' }],
    ['a page of the same site', { 'sec-fetch-site': 'same-site' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['no nonce', { 'x-hackney-demo': null }],
    ['another nonce', { 'x-hackney-demo': 'A'.repeat(32) }]
  ])('is refused to a request with %s', async (_, headers) => {
    expect(await command(headers)).toBe(403)
    expect(signedIn).toEqual([])
  })

  it('accepts JSON, and nothing that a form can send', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', null]) {
      expect([type, await command({ 'content-type': type })]).toEqual([type, 415])
    }
    expect((await fetch(`${origin}/demo/person`)).status).toBe(405)
    expect((await fetch(`${origin}/demo/person`, { method: 'OPTIONS' })).status).toBe(405)
    expect(signedIn).toEqual([])
  })

  it('offers four people and signs in no others', async () => {
    const others = ['admin2@hackney.test', 'ADMIN@hackney.test', '', null, ['admin@hackney.test']]
    for (const person of others) expect([person, await command({}, { person })]).toEqual([person, 400])
    for (const body of ['', '[]', 'null', '{', `{"person":"${' '.repeat(2000)}"}`]) {
      expect([body.length, await command({}, body)]).toEqual([body.length, 400])
    }
    expect(signedIn).toEqual([])
  })
})

describe('the speed of the demo', () => {
  it('can be set to three values by a page that this stack served', async () => {
    for (const wrong of [0, 2, 17, -1, '4', null]) expect(await command({}, { speed: wrong }, 'speed')).toBe(400)
    expect(await command({ origin: null }, { speed: 16 }, 'speed')).toBe(403)
    expect(await command({ 'x-hackney-demo': null }, { speed: 16 }, 'speed')).toBe(403)
    expect(speed).toBe(1)
    expect(await command({}, { speed: 16 }, 'speed')).toBe(200)
    expect(speed).toBe(16)
  })

  it('is sent to each page, initially and with each change, and no longer to a closed page', async () => {
    const leave = new AbortController()
    const response = await fetch(`${origin}/demo/clock`, { signal: leave.signal })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const lines = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await lines?.read())?.value).toContain('"speed":16')
    expect(await command({}, { speed: 4 }, 'speed')).toBe(200)
    expect((await lines?.read())?.value).toContain('"speed":4')
    leave.abort()
    await expect.poll(() => watchers.size).toBe(0)
  })
})

describe('the served page', () => {
  it('carries a nonce that changes with each start', () => {
    const html = demo.mark('<html><head><title>Hackney</title></head><body></body></html>')
    expect(html).toContain(`<meta name="hackney-demo" content="${demo.meta.content}" /></head>`)
    expect(demo.meta.content).toHaveLength(32)
    const other = createDemo({ origin, region: '', log: createLog('text', () => undefined) })
    expect(other.meta.content).not.toBe(demo.meta.content)
  })

  it('is the app’s on every path except the demo’s', async () => {
    for (const path of ['/', '/demo', '/demonstration']) {
      expect(await (await fetch(origin + path)).text()).toBe('the app')
    }
    expect((await fetch(`${origin}/demo/else`)).status).toBe(404)
  })
})
