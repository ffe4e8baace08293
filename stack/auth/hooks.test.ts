import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Backend, startBackend } from '../testing/backend.ts'
import { parseAuthConfig } from './config.ts'
import { createAuth } from './index.ts'
import { safeRedirect } from './redirects.ts'

const key = Buffer.from('a key of the tests that is long enough')
const oldKey = Buffer.from('the key that it is about to replace')
const secrets = [key, oldKey].map((bytes) => `v1,whsec_${bytes.toString('base64')}`).join('|')
const siteUrl = 'http://127.0.0.1:5173'

interface Event {
  path: string
  headers: Record<string, string | string[] | undefined>
  text: string
}
interface EmailEvent {
  user: { id: string; email: string; phone: string; user_metadata: object; new_email?: string }
  email_data: Record<string, string>
  sms: { otp: string; phone: string }
}

let backend: Backend
const events: Event[] = []
let answer: (attempt: number) => { status: number; body?: object; headers?: Record<string, string> }
const mails: unknown[] = []
let counter = 0
const freshAddress = () => `hook${++counter}@hackney.test`
const lastEvent = (): EmailEvent => JSON.parse(events.at(-1)?.text ?? '{}')

const receiver = createServer(async (request, response) => {
  let text = ''
  for await (const part of request) text += part
  events.push({ path: request.url ?? '', headers: request.headers, text })
  const { status, body = {}, headers = {} } = answer(events.length)
  if (status === 0) request.socket.destroy()
  else response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
})

function mount(more = ''): void {
  const address = receiver.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const hook = (name: string) => `
    [auth.hook.${name}]
    enabled = true
    uri = "${url}/${name}"
    secrets = "${secrets}"`
  const limits = 'email_sent = 1000\nsms_sent = 1000\nsign_in_sign_ups = 10000000\ntoken_verifications = 10000000'
  const text = `
    [auth.email]
    max_frequency = "1m"
    enable_confirmations = true
    [auth.sms]
    enable_signup = true
    enable_confirmations = true
    max_frequency = "1m"
    [auth.sms.test_otp]
    4231000000 = "123456"
    [auth.rate_limit]
    ${limits}${hook('send_email')}${hook('send_sms')}${more}`
  const { database, tokens, log } = backend
  const config = parseAuthConfig(text, 'config.toml', {})
  const mail = (message: unknown) => mails.push(message)
  backend.mount('/auth/v1', createAuth({ database, tokens, log, mail, config, siteUrl, apiUrl: backend.url }))
}

beforeAll(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  backend = await startBackend()
}, 60_000)
beforeEach(() => {
  events.length = 0
  answer = () => ({ status: 200 })
  mount()
})
afterAll(async () => {
  await backend.stop()
  receiver.close()
})

describe('the hooks that send codes', () => {
  it('get a signed event with the user and the code, and no other message is sent', async () => {
    const email = freshAddress()
    const supabase = backend.client()
    const options = { data: { lang_locale: 'de' } }
    expect((await supabase.auth.signInWithOtp({ email, options })).error).toBeNull()
    const [event] = events
    const { headers, text, path }: Event = event ?? { headers: {}, text: '', path: '' }
    const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
    const signatures = [key, oldKey].map((k) => `v1,${createHmac('sha256', k).update(content).digest('base64')}`)
    expect(headers['webhook-signature']).toBe(signatures.join(' '))
    expect(path).toBe('/send_email')
    const { user, email_data: data } = lastEvent()
    expect(user).toMatchObject({ email, user_metadata: { lang_locale: 'de' } })
    expect(data).toMatchObject({ email_action_type: 'signup', site_url: siteUrl, redirect_to: siteUrl, token_new: '' })
    expect(mails).toEqual([])
    const { data: signedIn } = await supabase.auth.verifyOtp({ email, token: data.token ?? '', type: 'email' })
    expect(signedIn.user?.id).toBe(user.id)
  })

  it('get codes for phone numbers, except for numbers with a fixed code', async () => {
    const phone = `+42379${++counter}`
    const supabase = backend.client()
    await supabase.auth.signInWithOtp({ phone })
    const { sms, user } = lastEvent()
    expect(user.phone).toBe(phone.slice(1))
    expect((await supabase.auth.verifyOtp({ phone, token: sms.otp, type: 'sms' })).error).toBeNull()
    events.length = 0
    for (let n = 0; n < 2; n += 1) {
      expect((await supabase.auth.signInWithOtp({ phone: '+4231000000' })).error).toBeNull()
      expect((await supabase.auth.verifyOtp({ phone: '+4231000000', token: '123456', type: 'sms' })).error).toBeNull()
    }
    expect(events).toEqual([])
  })

  it('get both codes of a change of address, in GoTrue’s swapped fields', async () => {
    const [before, after] = [freshAddress(), freshAddress()]
    const supabase = backend.client()
    await supabase.auth.signInWithOtp({ email: before })
    await supabase.auth.verifyOtp({ email: before, token: lastEvent().email_data.token ?? '', type: 'email' })
    await supabase.auth.updateUser({ email: after })
    const { user, email_data: data } = lastEvent()
    expect(user).toMatchObject({ email: before, new_email: after })
    const current = { token_hash: data.token_hash_new ?? '', type: 'email_change' as const }
    expect((await supabase.auth.verifyOtp(current)).error).toBeNull()
    const token = data.token_new ?? ''
    const { data: done } = await supabase.auth.verifyOtp({ email: after, token, type: 'email_change' })
    expect(done.user?.email).toBe(after)
  })
})

describe('a hook that fails', () => {
  it.each([
    [
      'answers with another status',
      { status: 403, body: { error: { http_code: 403, message: 'Not today' } } },
      500,
      'Unexpected status code returned from hook: 403'
    ],
    ['refuses with 200', { status: 200, body: { error: { http_code: 400, message: 'No' } } }, 400, 'No'],
    ['breaks', { status: 500 }, 500, 'Unexpected status code returned from hook: 500'],
    ['hangs up', { status: 0 }, 500, 'Failed to reach hook']
  ] as const)('%s: leaves no partial change, and permits an immediate retry', async (_what, given, status, message) => {
    const email = freshAddress()
    const supabase = backend.client()
    answer = () => given
    expect((await supabase.auth.signInWithOtp({ email })).error).toMatchObject({ status, message })
    expect(await backend.database.query('select from auth.users where email = $1', [email])).toHaveLength(0)
    expect(await backend.database.query('select from auth.one_time_codes where relates_to = $1', [email])).toEqual([])
    answer = () => ({ status: 200 })
    expect((await supabase.auth.signInWithOtp({ email })).error).toBeNull()
    answer = () => given
    mount()
    const before = lastEvent().email_data.token ?? ''
    expect((await supabase.auth.signInWithOtp({ email })).error).toMatchObject({ status })
    const { error } = await supabase.auth.verifyOtp({ email, token: before, type: 'email' })
    expect(error).toBeNull()
  })

  it('is retried when it asks for that', async () => {
    answer = (attempt) => (attempt < 3 ? { status: 503, headers: { 'retry-after': 'true' } } : { status: 200 })
    expect((await backend.client().auth.signInWithOtp({ email: freshAddress() })).error).toBeNull()
    expect(events).toHaveLength(3)
    expect(new Set(events.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    answer = () => ({ status: 429, headers: { 'retry-after': 'true' } })
    const { error } = await backend.client().auth.signInWithOtp({ email: freshAddress() })
    expect(error).toMatchObject({ status: 422, code: 'hook_timeout_after_retry' })
  })
})

describe('limits of text messages', () => {
  it('are those of config.toml', async () => {
    mount('\n')
    const phone = `+42378${++counter}`
    const supabase = backend.client()
    expect((await supabase.auth.signInWithOtp({ phone })).error).toBeNull()
    expect((await supabase.auth.signInWithOtp({ phone })).error).toMatchObject({
      status: 429,
      code: 'over_sms_send_rate_limit'
    })
  })
})

describe('redirects', () => {
  const allowed = ['https://app.example/**', 'https://*.preview.example/x', 'hackney://login']
  it.each([
    ['http://127.0.0.1:5173/login?x=1', true],
    ['http://127.0.0.1:4000/', true],
    ['https://app.example/deep/page', true],
    ['https://a.preview.example/x', true],
    ['hackney://login', true],
    ['https://a.b.preview.example/x', false],
    ['https://app.example.evil.test/x', false],
    ['http://127.0.0.1@evil.test/', false],
    ['http://me@127.0.0.1:5173/', false],
    ['https://evil.test/https://app.example/x', false],
    ['javascript:alert(1)', false],
    ['/relative', false]
  ])('%j is allowed: %j', (wanted, ok) => {
    expect(safeRedirect(wanted, siteUrl, allowed)).toBe(ok ? wanted : siteUrl)
  })
})

describe('fresh proof for a new password', () => {
  it('requires a code if the sign-in is older than a day', async () => {
    mount()
    const { database, tokens, log, url } = backend
    const text =
      '[auth.email]\nsecure_password_change = true\nmax_frequency = "0"\n[auth.rate_limit]\nemail_sent = 1000'
    const sent: { text: string }[] = []
    const mail = (message: { text: string }) => sent.push(message)
    const config = parseAuthConfig(text, 'config.toml', {})
    backend.mount('/auth/v1', createAuth({ database, tokens, log, mail, config, siteUrl, apiUrl: url }))
    const email = freshAddress()
    const supabase = backend.client()
    const codeIn = () => /\b\d{6}\b/.exec(sent.at(-1)?.text ?? '')?.[0] ?? ''
    await supabase.auth.signInWithOtp({ email })
    const { data } = await supabase.auth.verifyOtp({ email, token: codeIn(), type: 'email' })
    expect((await supabase.auth.updateUser({ password: 'first-password' })).error).toBeNull()
    await database.query(`update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`, [
      data.user?.id
    ])
    const change = (nonce?: string) =>
      supabase.auth.updateUser({ password: 'second-password', ...(nonce ? { nonce } : {}) })
    expect((await change()).error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
    expect((await change('000000')).error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
    await supabase.auth.reauthenticate()
    expect((await change(codeIn())).error).toBeNull()
  })
})
