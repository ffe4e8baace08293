import { createHmac, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import type { StackModule } from '../types.ts'
import { createFunctions } from './index.ts'

const root = resolve(import.meta.dirname, '../..')
const key = randomBytes(32)
const mails: string[] = []
let server: SMTPServer
let host: StackModule

beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      let raw = ''
      stream.on('data', (chunk) => {
        raw += chunk
      })
      stream.on('end', () => {
        mails.push(raw)
        done()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const env = {
    SUPABASE_URL: 'http://127.0.0.1:9',
    SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_x',
    SEND_EMAIL_HOOK_SECRETS: `v1,whsec_${key.toString('base64')}`,
    MAIL_PROVIDER: 'smtp',
    MAIL_FROM: 'desk@firm.example',
    MAIL_FROM_NAME: 'Acme Cabs',
    SMTP_URL: `smtp://localhost:${port}`,
    SMTP_TLS: 'none'
  }
  host = createFunctions({ root, env, log: createLog('text', () => undefined), allowNet: [] })
})
afterAll(async () => {
  await host.stop()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

/** Calls the hook as Auth does. */
async function askForCode(email: string): Promise<Response> {
  const user = { id: '1', email, user_metadata: {} }
  const email_data = { email_action_type: 'magiclink', token: '12345678', site_url: 'http://site', redirect_to: '' }
  const body = JSON.stringify({ user, email_data })
  const timestamp = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', key).update(`id.${timestamp}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'id',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`
  }
  const request = new Request('http://127.0.0.1/auth-email', { method: 'POST', headers, body })
  return host.fetch(request, { address: '10.0.0.7' })
}

it('a function reaches the chosen mail server by its name, and sends the code with the firm’s name', async () => {
  const response = await askForCode('ann@example.com')
  expect([response.status, await response.json()]).toEqual([200, {}])
  expect(mails[0]).toMatch(/^From: Acme Cabs <desk@firm\.example>\r\nTo: ann@example\.com\r$/m)
  expect(mails[0]).toMatch(/^Subject: Acme Cabs: sign-in code\r$/m)
  expect(mails[0]).toContain('Your sign-in code is 12345678')
})

it('an address that is none is refused in words', async () => {
  const response = await askForCode('ann@example.com, bob@example.com')
  expect([response.status, await response.json()]).toEqual([
    200,
    { error: { http_code: 422, message: 'receiver_refused' } }
  ])
})
