import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Stack, startStack } from '../support/stack.ts'

// What providers of messages tell a running stack, over the network: who is believed, and what is never in a log.

const account = `AC${'0'.repeat(32)}`
const token = 'an-auth-token-of-twilio'
const secret = randomUUID().replaceAll('-', '')
let stack: Stack
let sql: postgres.Sql

beforeAll(async () => {
  stack = await startStack({
    variables: {
      SMS_PROVIDER: 'twilio',
      TWILIO_ACCOUNT_SID: account,
      TWILIO_AUTH_TOKEN: token,
      TWILIO_SENDER: '+4235550000',
      MAIL_PROVIDER: 'postmark',
      MAIL_FROM: 'desk@firm.example',
      POSTMARK_SERVER_TOKEN: 'a-server-token',
      POSTMARK_WEBHOOK_SECRET: secret
    }
  })
  sql = postgres(stack.env.SUPABASE_DB_URL ?? '', { max: 1, onnotice: () => undefined })
})
afterAll(async () => {
  await sql.end()
  await stack.stop()
})

const at = (path: string) => `${stack.env.SUPABASE_URL}/functions/v1/messages/webhook/${path}`
const service = () =>
  createClient(stack.env.SUPABASE_URL, stack.env.SUPABASE_SECRET_KEY, { auth: { persistSession: false } })
const stateOf = async (ref: string) => (await sql`select state from app.message_log where ref = ${ref}`)[0]?.state

/** Logs a code that a provider took. */
async function logged(channel: string, receiver: string, provider: string, ref: string): Promise<void> {
  const code = { channel, receiver, user_id: null, kind: 'sign_in_code', outcome: { state: 'sent', provider, ref } }
  expect((await service().rpc('log_code', code)).error).toBeNull()
}

/** Sends a receipt as Twilio does; `signer` is the token with which it signs. */
function byTwilio(params: Record<string, string>, signer = token): Promise<Response> {
  const all: Record<string, string> = { AccountSid: account, ...params }
  const names = Object.keys(all).sort()
  const signed = at('twilio') + names.map((name) => name + all[name]).join('')
  const signature = createHmac('sha1', signer).update(signed).digest('base64')
  const headers = { 'x-twilio-signature': signature }
  return fetch(at('twilio'), { method: 'POST', body: new URLSearchParams(all), headers })
}

const byPostmark = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(at(path), {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers }
  })

it('a signed receipt of a text changes its state once, and a forged one does not', async () => {
  const sid = `SM${'1'.repeat(32)}`
  await logged('sms', '+4235550301', 'twilio', sid)
  const receipt = { MessageSid: sid, MessageStatus: 'delivered', To: '+4235550301' }
  expect((await byTwilio(receipt, 'another token')).status).toBe(401)
  expect(await stateOf(sid)).toBe('sent')
  expect((await byTwilio({ ...receipt, To: '+4235550399' })).status).toBe(200)
  expect(await stateOf(sid), 'a receipt that names another number').toBe('sent')
  expect((await byTwilio(receipt)).status).toBe(200)
  expect(await stateOf(sid)).toBe('delivered')
  for (let n = 0; n < 20; n++) expect((await byTwilio(receipt)).status).toBe(200)
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from app.message_receipts where ref = ${sid}`
  expect(row?.n).toBe(1)
})

it('a mail that bounces, by a provider that knows the secret, by address or password', async () => {
  const bounced = { RecordType: 'Bounce', Type: 'HardBounce', ID: 1, MessageID: 'm1', Email: 'ann@hackney.test' }
  await logged('mail', 'ann@hackney.test', 'postmark', 'm1')
  await logged('mail', 'ann@hackney.test', 'postmark', 'm2')
  expect((await byPostmark(`postmark-${secret}x`, bounced)).status).toBe(401)
  expect(await stateOf('m1')).toBe('sent')
  expect((await byPostmark(`postmark-${secret}`, bounced)).status).toBe(200)
  const basic = { authorization: `Basic ${btoa(`hackney:${secret}`)}` }
  expect((await byPostmark('postmark', { ...bounced, MessageID: 'm2' }, basic)).status).toBe(200)
  expect([await stateOf('m1'), await stateOf('m2')]).toEqual(['failed', 'failed'])
})

it('a complaint is a stop', async () => {
  const complaint = { RecordType: 'SpamComplaint', ID: 2, MessageID: 'm3', Email: 'bea@hackney.test' }
  expect((await byPostmark(`postmark-${secret}`, complaint)).status).toBe(200)
  const [row] =
    await sql`select source from app.message_stops where receiver_hash = app.receiver_hash('bea@hackney.test')`
  expect(row).toEqual({ source: 'provider' })
})

it('a large body, a slow one and a broken one harm nobody', async () => {
  expect((await byPostmark(`postmark-${secret}`, { padding: 'x'.repeat(400_000) })).status).toBe(413)
  // A body that never ends holds one connection, and no other request waits for it.
  const slow = httpRequest(at('postmark'), { method: 'POST', headers: { 'content-length': '1000' } })
  slow.on('error', () => undefined)
  slow.write('{')
  await once(slow, 'socket')
  const begin = performance.now()
  expect((await byPostmark(`postmark-${secret}`, { RecordType: 'Open', MessageID: 'm4' })).status).toBe(200)
  expect(performance.now() - begin).toBeLessThan(5000)
  slow.destroy()
  expect((await byPostmark(`postmark-${secret}`, 'half of')).status).toBe(422)
})

it('a flood of guesses ends, and a provider that proves itself is still heard', async () => {
  const statuses = await Promise.all(
    Array.from(
      { length: 200 },
      // No figure or letter of a secret, or one guess in twenty runs would be right.
      async (_, n) => (await byPostmark(`postmark-${secret.slice(0, -3)}-${n}`, {})).status
    )
  )
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(60)
  expect((await byPostmark(`postmark-${secret}`, { RecordType: 'Open', MessageID: 'm5' })).status).toBe(200)
})

it('nothing that the stack prints has a secret, a number or an address', () => {
  const said = stack.output()
  expect(said).toContain('webhook_refused')
  for (const hidden of [secret, secret.slice(0, -3), token, '5550301', 'ann@hackney.test'])
    expect(said).not.toContain(hidden)
})
