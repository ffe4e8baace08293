import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createApi, Refusal } from './client/api.ts'
import { createSessions } from './client/sessions.ts'

let server: Server
let folder: string
let asked: string[] = []
/** Refresh tokens that the test's server still accepts. */
let valid = new Set<string>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hackney-city-'))
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const [path = ''] = (request.url ?? '').split('?query')
      asked.push(`${request.method} ${path}`)
      const given = (body ? JSON.parse(body) : {}) as Record<string, string>
      const session = () => {
        const refresh_token = `refresh-${valid.size}`
        valid.add(refresh_token)
        return { access_token: 'access', refresh_token, expires_at: Date.now() / 1000 + 900, user: { id: 'someone' } }
      }
      const answers: Record<string, () => [number, unknown]> = {
        '/auth/v1/otp': () => [200, {}],
        '/api/v1/search': () => [200, { messages: [{ ID: '1', To: [] }] }],
        '/api/v1/message/1': () => [200, { Subject: 'Your code: 123456', Text: '' }],
        '/api/v1/messages': () => [200, 'ok'],
        '/auth/v1/verify': () => [200, session()],
        '/auth/v1/token?grant_type=refresh_token': () =>
          valid.has(given.refresh_token ?? '') ? [200, session()] : [400, { error_code: 'refresh_token_not_found' }]
      }
      const [status, answer] = answers[path]?.() ?? [404, { message: 'not_found' }]
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  asked = []
})

function open(file: string | null) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clock = { now: () => Date.now(), rate: () => 1, hear: () => undefined }
  return createSessions(createApi({ url, key: 'key', inbox: url, clock }), file)
}

it('a simulated person signs in by the code in the inbox, and deletes the mail', async () => {
  const account = await (await open(null)).signIn('driver2@hackney.test')
  expect(account.id).toBe('someone')
  expect(await account.token()).toBe('access')
  expect(asked).toEqual([
    'POST /auth/v1/otp',
    'GET /api/v1/search',
    'GET /api/v1/message/1',
    'DELETE /api/v1/messages',
    'POST /auth/v1/verify'
  ])
})

it('refresh tokens are stored readable only by their owner, and make codes unnecessary', async () => {
  const file = join(folder, 'city.json')
  await (await open(file)).signIn('driver2@hackney.test')
  await sleep(400)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ 'driver2@hackney.test': expect.any(String) })
  asked = []
  await (await open(file)).signIn('driver2@hackney.test')
  expect(asked).toEqual(['POST /auth/v1/token?grant_type=refresh_token'])
  await sleep(400)
})

it('a new code is requested if the stored token is no longer valid', async () => {
  const file = join(folder, 'old.json')
  await (await open(file)).signIn('driver2@hackney.test')
  await sleep(400)
  valid = new Set()
  asked = []
  await (await open(file)).signIn('driver2@hackney.test')
  expect(asked.slice(0, 2)).toEqual(['POST /auth/v1/token?grant_type=refresh_token', 'POST /auth/v1/otp'])
  await sleep(400)
})

it('a refused sign-in throws its key', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clock = { now: () => Date.now(), rate: () => 1, hear: () => undefined }
  const api = createApi({ url, key: 'key', inbox: url, clock })
  const refused = await api.rpc(async () => null, 'nothing', {}).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused).toMatchObject({ status: 404, key: 'not_found' })
})
