import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Backend, startBackend } from '../testing/backend.ts'
import type { StackModule } from '../types.ts'
import { parseAuthConfig } from './config.ts'
import { createAuth } from './index.ts'
import type { Mail } from './mail.ts'

const settings = (frequency: string) => `
[auth.email]
max_frequency = "${frequency}"
enable_confirmations = true
[auth.rate_limit]
email_sent = 1000
token_verifications = 10000
sign_in_sign_ups = 10000
`
/** IP addresses: the owner at home, the owner elsewhere, and a stranger. */
const [home, road, stranger] = ['192.0.2.1', '192.0.2.2', '198.51.100.1']

let backend: Backend
let auth: StackModule
let mails: Mail[] = []
let counter = 0

function mount(frequency: string): void {
  const { database, tokens, log, url } = backend
  const config = parseAuthConfig(settings(frequency), 'config.toml', {})
  const mail = (message: Mail) => mails.push(message)
  auth = createAuth({ database, tokens, log, mail, config, siteUrl: 'http://127.0.0.1:5173', apiUrl: url })
}

beforeAll(async () => {
  backend = await startBackend()
}, 60_000)
beforeEach(() => {
  mails = []
  mount('0')
})
afterAll(() => backend.stop())

const fresh = (): string => `owner${++counter}@hackney.test`

/** A request as Auth receives it from a network address. */
async function ask(path: string, body: object, address: string) {
  const response = await auth.fetch(
    new Request(`${backend.url}${path}`, {
      method: 'POST',
      headers: { apikey: backend.tokens.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(body)
    }),
    { address }
  )
  return { status: response.status, body: await response.json() }
}

async function codeFor(email: string, address: string, more: object = {}): Promise<string> {
  const { status, body } = await ask('/otp', { email, ...more }, address)
  expect(body).toEqual({})
  expect(status).toBe(200)
  return /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
}

const verify = (email: string, token: string, address: string) =>
  ask('/verify', { email, token, type: 'email' }, address)

const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function guess(email: string, code: string, address: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) expect((await verify(email, wrong(code), address)).status).toBe(403)
}

/** Creates an account whose owner signed in from home once. */
async function account(): Promise<string> {
  const email = fresh()
  expect((await verify(email, await codeFor(email, home), home)).status).toBe(200)
  return email
}

describe('attackers who know an address', () => {
  it('cannot invalidate its owner’s code, however many they request', async () => {
    const email = await account()
    const code = await codeFor(email, home)
    for (let n = 0; n < 30; n += 1) await codeFor(email, stranger)
    expect((await verify(email, code, home)).status).toBe(200)
  })

  it('cannot invalidate it by requesting a new password, a confirmation or a password sign-up either', async () => {
    const email = fresh()
    const code = await codeFor(email, home)
    await ask('/recover', { email }, stranger)
    await ask('/resend', { type: 'signup', email }, stranger)
    await ask('/signup', { email, password: 'correct-Horse-7' }, stranger)
    expect((await verify(email, code, home)).status).toBe(200)
  })

  it('do not use up its owner’s attempts', async () => {
    const email = await account()
    const code = await codeFor(email, home)
    await guess(email, code, stranger, 20)
    expect((await verify(email, code, home)).status).toBe(200)
  })

  it('do not delay its owner’s codes', async () => {
    mount('1m')
    const email = fresh()
    await codeFor(email, stranger)
    expect((await ask('/otp', { email }, stranger)).status).toBe(429)
    const code = await codeFor(email, home)
    expect((await verify(email, code, home)).status).toBe(200)
  })

  it('can send one address a few messages at once, then as many as a single client could', async () => {
    mount('1m')
    const email = fresh()
    const answers = []
    for (let n = 1; n <= 15; n += 1) answers.push((await ask('/otp', { email }, `198.51.100.${n}`)).status)
    expect(answers.filter((status) => status === 200)).toHaveLength(10)
    expect(mails).toHaveLength(10)
  })

  it('do not lock out its owner at their own client address, even if many of them guess all day', async () => {
    const email = await account()
    const code = await codeFor(email, home)
    for (let n = 1; n <= 8; n += 1) await guess(email, code, `198.51.100.${n}`, 15)
    expect((await verify(email, code, road)).status).toBe(403)
    expect((await verify(email, code, home)).status).toBe(200)
  })
})

describe('wrong codes', () => {
  it('end the codes of the client that sent them at the fifth', async () => {
    const email = await account()
    const [own, other] = [await codeFor(email, road), await codeFor(email, home)]
    await guess(email, own, road, 5)
    expect((await verify(email, own, road)).status).toBe(403)
    expect((await verify(email, other, home)).status).toBe(200)
  })

  it('are counted for the address: new codes give no further attempts', async () => {
    const email = fresh()
    let right = 0
    for (let round = 0; round < 6; round += 1) {
      const code = await codeFor(email, stranger)
      await guess(email, code, stranger, 4)
      if (round >= 4) right += (await verify(email, code, stranger)).status === 200 ? 1 : 0
    }
    expect(right).toBe(0)
  })

  it('of many simultaneous clients are limited per day', async () => {
    const email = fresh()
    for (let n = 1; n <= 8; n += 1) {
      const address = `198.51.100.${n}`
      await guess(email, await codeFor(email, address), address, 4)
      await guess(email, await codeFor(email, address), address, 4)
      await guess(email, await codeFor(email, address), address, 4)
      await guess(email, await codeFor(email, address), address, 3)
    }
    const address = '198.51.100.99'
    expect((await verify(email, await codeFor(email, address), address)).status).toBe(403)
  })

  it('that are simultaneous are counted one by one', async () => {
    const email = await account()
    const code = await codeFor(email, stranger)
    await Promise.all(Array.from({ length: 20 }, () => verify(email, wrong(code), stranger)))
    const [row] = await backend.database.query<{ n: number }>(
      'select count(*)::int as n from auth.code_attempts where address = $1',
      [email]
    )
    expect(Number(row?.n)).toBe(5)
    expect((await verify(email, code, stranger)).status).toBe(403)
  })

  it('of one client that are simultaneous stop at the daily limit', async () => {
    const email = await account()
    const code = await codeFor(email, home)
    await Promise.all(Array.from({ length: 45 }, () => verify(email, wrong(code), stranger)))
    const [row] = await backend.database.query<{ n: number }>(
      'select count(*)::int as n from auth.code_attempts where address = $1',
      [email]
    )
    expect(Number(row?.n)).toBe(30)
  })

  it('of yesterday do not count', async () => {
    const email = fresh()
    const code = await codeFor(email, home)
    await guess(email, code, road, 30)
    expect((await verify(email, code, road)).status).toBe(403)
    await backend.database.query(`update auth.code_attempts set at = now() - interval '25 hours' where address = $1`, [
      email
    ])
    expect((await verify(email, code, road)).status).toBe(200)
  })

  it('are cleared by a correct one, and expire after a day', async () => {
    const email = fresh()
    const code = await codeFor(email, home)
    await guess(email, code, home, 4)
    expect((await verify(email, code, home)).status).toBe(200)
    const held = () => backend.database.query('select from auth.code_attempts where address = $1', [email])
    expect(await held()).toHaveLength(0)
    const next = await codeFor(email, home)
    await guess(email, next, home, 1)
    await backend.database.query(`update auth.code_attempts set at = now() - interval '25 hours'`)
    expect((await verify(email, next, home)).status).toBe(200)
    expect(await held()).toHaveLength(0)
  })
})
