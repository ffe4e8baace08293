import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { unlimited } from '../testing/auth-settings.ts'
import { type Backend, startBackend } from '../testing/backend.ts'
import { type CaptchaJudge, startCaptchaJudge } from '../testing/captcha-judge.ts'
import type { StackModule } from '../types.ts'
import { parseAuthConfig } from './config.ts'
import { createAuth } from './index.ts'
import type { Mail } from './mail.ts'

const siteUrl = 'http://127.0.0.1:5173'
let backend: Backend
let judge: CaptchaJudge
const mails: Mail[] = []
let counter = 0

const freshAddress = () => `rider${++counter}@hackney.test`
const freshToken = () => `human-${++counter}`
const codeIn = (mail: Mail | undefined) => /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''

function mount(captcha: string, settings = unlimited): StackModule {
  const config = parseAuthConfig(`${settings}${captcha}`, 'config.toml', {})
  const { database, tokens, log, url } = backend
  const mail = (message: Mail) => mails.push(message)
  const auth = createAuth({ database, tokens, log, mail, config, siteUrl, apiUrl: url })
  backend.mount('/auth/v1', auth)
  return auth
}

const withCaptcha = () =>
  `[auth.captcha]\nenabled = true\nprovider = "hcaptcha"\nsecret = "the-secret"\nurl = "${judge.url}"\n`

/** Posts a token to Auth from a network address; returns the status. */
async function post(auth: StackModule, path: string, token: string, address: string): Promise<number> {
  const body = { email: freshAddress(), password: 'long-enough', gotrue_meta_security: { captcha_token: token } }
  const headers = { apikey: backend.tokens.publishableKey, 'content-type': 'application/json' }
  const request = new Request(`${backend.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await auth.fetch(request, { address })).status
}

beforeAll(async () => {
  backend = await startBackend()
  judge = await startCaptchaJudge('the-secret')
}, 60_000)
beforeEach(() => {
  mount(withCaptcha())
  judge.asked.length = 0
  judge.fault = null
})
afterAll(async () => {
  await judge.stop()
  await backend.stop()
})

/** The calls that need a token; each returns its error. */
const calls: Record<string, (captchaToken?: string) => Promise<unknown>> = {
  '/otp': async (captchaToken) =>
    (await backend.client().auth.signInWithOtp({ email: freshAddress(), options: { ...optional(captchaToken) } }))
      .error,
  '/signup': async (captchaToken) => {
    const account = { email: freshAddress(), password: 'long-enough' }
    return (await backend.client().auth.signUp({ ...account, options: { ...optional(captchaToken) } })).error
  },
  '/resend': async (captchaToken) => {
    const again = { type: 'signup', email: freshAddress() } as const
    return (await backend.client().auth.resend({ ...again, options: { ...optional(captchaToken) } })).error
  },
  '/recover': async (captchaToken) =>
    (await backend.client().auth.resetPasswordForEmail(freshAddress(), { ...optional(captchaToken) })).error
}
const optional = (captchaToken?: string) => (captchaToken === undefined ? {} : { captchaToken })

describe('a project with a captcha', () => {
  it.each(Object.entries(calls))('refuses %s without a token, and accepts it with one', async (_, call) => {
    const before = mails.length
    expect(await call()).toMatchObject({ status: 400, code: 'captcha_failed' })
    expect(await call('bot')).toMatchObject({
      status: 400,
      code: 'captcha_failed',
      message: 'captcha protection: request disallowed (invalid-input-response)'
    })
    expect(mails).toHaveLength(before)
    expect(judge.asked).toEqual(['bot'])
    expect(await call(freshToken())).toBeNull()
  })

  it('refuses a token that was used before', async () => {
    const token = freshToken()
    expect(await calls['/otp']?.(token)).toBeNull()
    expect(await calls['/otp']?.(token)).toMatchObject({ code: 'captcha_failed' })
  })

  it('asks a sign-in by password, and neither the code nor the session that follows', async () => {
    const { auth } = backend.client()
    const email = freshAddress()
    await auth.signInWithOtp({ email, options: { captchaToken: freshToken() } })
    expect((await auth.verifyOtp({ email, token: codeIn(mails.at(-1)), type: 'email' })).error).toBeNull()
    expect((await auth.updateUser({ password: 'long-enough' })).error).toBeNull()
    expect((await auth.refreshSession()).error).toBeNull()
    const byPassword = (captchaToken?: string) =>
      backend
        .client()
        .auth.signInWithPassword({ email, password: 'long-enough', options: { ...optional(captchaToken) } })
    expect((await byPassword()).error).toMatchObject({ status: 400, code: 'captcha_failed' })
    expect((await byPassword(freshToken())).error).toBeNull()
  })

  it('asks a server with the secret key for no token', async () => {
    const server = backend.client(undefined, { key: backend.tokens.secretKey })
    expect((await server.auth.signInWithOtp({ email: freshAddress() })).error).toBeNull()
    expect(judge.asked).toEqual([])
  })

  it.each(['silent', 'no JSON'] as const)('sends nothing if the judge fails (%s)', async (fault) => {
    judge.fault = fault
    const before = mails.length
    const response = await fetch(`${backend.url}/auth/v1/otp`, {
      method: 'POST',
      headers: { apikey: backend.tokens.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: freshAddress(), gotrue_meta_security: { captcha_token: freshToken() } })
    })
    expect(response.status).toBe(500)
    expect(mails).toHaveLength(before)
  })

  it.each(['/otp', '/magiclink', '/recover', '/resend', '/signup', '/token?grant_type=password', '/token'])(
    'asks the judge about %s as often as the limit of the client address admits',
    async (path) => {
      const auth = mount(withCaptcha(), '[auth.rate_limit]\nsign_in_sign_ups = 1\n')
      const statuses = []
      for (let n = 0; n < 32; n++) statuses.push(await post(auth, path, `bot-${n}`, '198.51.100.1'))
      expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 400))
      expect(statuses.at(-1)).toBe(429)
      expect(judge.asked.length).toBeLessThan(32)
      expect(await post(auth, '/otp', freshToken(), '198.51.100.2')).toBe(200)
    }
  )

  it('asks a slow judge about ten tokens of a client address and a hundred of all at the same time', async () => {
    judge.fault = 'late'
    const auth = mount(withCaptcha())
    const flood = (address: string) => Array.from({ length: 12 }, (_, n) => post(auth, '/otp', `bot-${n}`, address))
    const sent = Array.from({ length: 11 }, (_, n) => flood(`198.51.100.${n}`)).flat()
    await vi.waitFor(() => expect(judge.asked).toHaveLength(100))
    judge.fault = null
    judge.release()
    const statuses = await Promise.all(sent)
    expect(statuses.filter((status) => status === 500)).toHaveLength(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(32)
    expect(judge.asked).toHaveLength(100)
    expect(await post(auth, '/otp', freshToken(), '198.51.100.0')).toBe(200)
  })
})

it('without a captcha a token is ignored', async () => {
  mount('')
  expect(await calls['/otp']?.('anything')).toBeNull()
  expect(await calls['/otp']?.()).toBeNull()
  expect(judge.asked).toEqual([])
})

describe('the settings of the captcha', () => {
  const parse = (text: string) => parseAuthConfig(`[auth.captcha]\nenabled = true\n${text}`, 'config.toml', {}).captcha

  it.each([
    ['hcaptcha', 'https://hcaptcha.com/siteverify'],
    ['turnstile', 'https://challenges.cloudflare.com/turnstile/v0/siteverify']
  ])('ask %s at its own address', (provider, url) => {
    expect(parse(`provider = "${provider}"\nsecret = " s "`)).toEqual({ provider, secret: 's', url })
  })

  it('need a known provider and a secret', () => {
    expect(() => parse('provider = "recaptcha"\nsecret = "s"')).toThrow(
      'auth.captcha.provider must be hcaptcha or turnstile'
    )
    expect(() => parse('secret = "env(NONE)"')).toThrow('auth.captcha.secret must be set')
  })
})
