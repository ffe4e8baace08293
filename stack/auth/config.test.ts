import { describe, expect, it } from 'vitest'
import { mailCodeLengthOf, parseAuthConfig } from './config.ts'
import { createLimit, createSpacing, createWindow } from './limits.ts'

const parse = (text: string, env: NodeJS.ProcessEnv = {}) => parseAuthConfig(text, 'config.toml', env)

describe('config.toml', () => {
  it('has the defaults of the Supabase CLI', () => {
    expect(parse('')).toMatchObject({
      signupEnabled: true,
      jwtExpiry: 3600,
      otpLength: 6,
      maxFrequency: 1,
      limits: { emailSent: 2, tokenVerifications: 30, tokenRefresh: 150, signInSignUps: 30 },
      timebox: null,
      accessTokenHook: null
    })
  })

  it('reads durations and values of the environment', () => {
    const text = '[auth]\njwt_expiry = "env(EXPIRY)"\n[auth.email]\nmax_frequency = "1m30s"'
    expect(parse(text, { EXPIRY: '60' })).toMatchObject({ jwtExpiry: 60, maxFrequency: 90 })
    expect(parse(text)).toMatchObject({ jwtExpiry: 3600 })
  })

  it.each([
    [6, 6],
    [8, 8],
    [10, 10],
    [5, 6],
    [11, 6]
  ])('has codes of the configured length %i, if Auth has such codes', (length, digits) => {
    const text = `[auth.email]\notp_length = ${length}`
    expect(parse(text)).toMatchObject({ otpLength: digits, phone: { otpLength: 6 } })
    expect(mailCodeLengthOf(text, 'config.toml')).toBe(digits)
  })

  it('reads the hooks that send codes, with all their keys', () => {
    const key = Buffer.from('a key that is long enough').toString('base64')
    const text = '[auth.hook.send_email]\nenabled = true\nuri = "env(URI)"\nsecrets = "env(KEYS)"'
    const { sendEmailHook, sendSmsHook } = parse(text, { URI: 'http://hook', KEYS: `v1,whsec_${key}|v1,whsec_${key}` })
    expect(sendEmailHook).toMatchObject({ uri: 'http://hook' })
    expect(sendEmailHook?.secrets.map(String)).toEqual(['a key that is long enough', 'a key that is long enough'])
    expect(sendSmsHook).toBeNull()
  })

  it('reads numbers with a fixed code, providers and pages', () => {
    const text = `[auth]\nsite_url = "http://a"\nadditional_redirect_urls = ["http://b/**"]
      [auth.sms.test_otp]\n4231 = "123456"
      [auth.external.keycloak]\nenabled = true\nclient_id = "id"\nsecret = "env(S)"\nurl = "http://k/"
      [auth.external.google]\nenabled = false\nclient_id = "env(NONE)"`
    const config = parse(text, { S: 'secret' })
    expect(config.redirectUrls).toEqual(['http://a', 'http://b/**'])
    expect(config.phone.testOtp).toEqual(new Map([['4231', '123456']]))
    expect([...config.providers]).toEqual([
      ['keycloak', { clientId: 'id', secret: 'secret', url: 'http://k', redirectUri: '' }]
    ])
  })

  it.each([
    ['[auth', 'config.toml: '],
    ['[auth.hook.send_email]\nenabled = true\nuri = "env(NONE)"', 'auth.hook.send_email.uri must be an http'],
    ['[auth.hook.send_sms]\nenabled = true\nuri = "http://x"\nsecrets = "x"', 'auth.hook.send_sms.secrets must be'],
    ['[auth.external.google]\nenabled = true', 'auth.external.google.client_id must be set'],
    ['[auth]\njwt_expiry = "soon"', 'auth.jwt_expiry must be a number'],
    ['[auth.email]\nmax_frequency = "often"', 'auth.email.max_frequency must be a duration'],
    ['[auth.hook.custom_access_token]\nenabled = true\nuri = "https://x"', 'must name a SQL function'],
    ['[auth.hook.before_user_created]\nenabled = true\nuri = "https://x"', 'must name a SQL function'],
    ['[auth.hook.custom_access_token]\nenabled = true\nuri = "pg-functions://p/a/b\\"c"', 'must name a SQL function']
  ])('reports what is wrong in %j', (text, message) => {
    expect(() => parse(text)).toThrow(message)
  })
})

describe('limits', () => {
  it('refill evenly over the window', () => {
    let at = 0
    const limit = createLimit(2, 10, () => at)
    expect([limit.take('a'), limit.take('a'), limit.take('a'), limit.take('b')]).toEqual([true, true, false, true])
    at += 5000
    expect([limit.take('a'), limit.take('a')]).toEqual([true, false])
  })

  it('of messages begin anew with each window', () => {
    let at = 0
    const limit = createWindow(2, 10, () => at)
    expect([limit.take(), limit.take(), limit.take()]).toEqual([true, true, false])
    at += 9999
    expect(limit.take()).toBe(false)
    at += 15_001
    expect([limit.take(), limit.take(), limit.take()]).toEqual([true, true, false])
    at += 5000
    expect(limit.take()).toBe(true)
  })

  it('space the events of one key', () => {
    let at = 0
    const spacing = createSpacing(10, () => at)
    expect(spacing.wait('a')).toBe(0)
    spacing.mark('a')
    at += 4000
    expect([spacing.wait('a'), spacing.wait('b')]).toEqual([6, 0])
  })
})
