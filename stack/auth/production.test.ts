import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { developmentFile, parseAuthConfig, readAuthConfig } from './config.ts'
import { createAddressLimits } from './limits.ts'

const root = resolve(import.meta.dirname, '../..')
const file = resolve(root, 'supabase/config.toml')
const text = readFileSync(file, 'utf8')
const hooks = {
  SEND_EMAIL_HOOK_URI: 'https://x.example',
  SEND_EMAIL_HOOK_SECRETS: `v1,whsec_${'a'.repeat(32)}`,
  SEND_SMS_HOOK_URI: 'https://x.example',
  SEND_SMS_HOOK_SECRETS: `v1,whsec_${'a'.repeat(32)}`
}

/** Every value of a TOML document, by its dotted key. */
function valuesOf(value: unknown, key = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null || value instanceof Date) return [[key, value]]
  return Object.entries(value).flatMap(([name, inner]) => valuesOf(inner, key ? `${key}.${name}` : name))
}

describe('config.toml, which an operator may push', () => {
  it('has production’s limits: one code a minute for an address, few attempts for a client', () => {
    const config = parseAuthConfig(text, file, hooks)
    expect(config.maxFrequency).toBeGreaterThanOrEqual(60)
    expect(config.phone.maxFrequency).toBeGreaterThanOrEqual(60)
    expect(config.otpExpiry).toBeLessThanOrEqual(300)
    expect(config.otpLength).toBeGreaterThanOrEqual(8)
    const { emailSent, smsSent, tokenVerifications, signInSignUps } = config.limits
    // These count all people together: within reach, a few strangers would shut out a town. The hooks limit instead.
    expect(Math.min(emailSent, smsSent)).toBeGreaterThanOrEqual(100_000)
    expect(config.beforeUserCreatedHook).not.toBeNull()
    expect(config.sendSmsHook).not.toBeNull()
    expect(signInSignUps).toBeLessThanOrEqual(150)
    // Each further check makes it easier to guess a code: see "Guessing a code" in docs/reference/threats-accounts-money.md.
    expect(tokenVerifications).toBeLessThanOrEqual(60)
  })

  // A mobile network puts its customers behind one address, and Auth lets only 30 requests of an address pass at once.
  it.each([
    [500, 'phones open the app at once, and each refreshes its session', 'refreshes', 90],
    [60, 'drivers of a forecourt request a code at once', 'requests', 90],
    [60, 'drivers of a forecourt enter their codes at once', 'checks', 180]
  ] as const)('serves one address: %i %s', (people, _, what, seconds) => {
    let at = 0
    const limit = createAddressLimits(parseAuthConfig(text, file, hooks).limits, () => at)[what]
    let waiting: number = people
    for (; waiting > 0 && at <= 600_000; at += 1000) {
      for (let n = waiting; n > 0; n--) if (limit.take('192.0.2.1')) waiting--
    }
    expect(at / 1000).toBeLessThanOrEqual(seconds)
  })

  it('contains no code that opens an account, no secret and no address of a development machine', () => {
    const auth = valuesOf((parse(text) as { auth: object }).auth)
    expect(auth.filter(([key]) => key.startsWith('sms.test_otp'))).toEqual([])
    expect(auth.filter(([, value]) => /localhost|127\.0\.0\.1|::1/.test(String(value)))).toEqual([])
    const secrets = auth.filter(([key]) => /secrets?$|token$|key$/.test(key))
    expect(secrets.filter(([, value]) => !/^env\(\w+\)$/.test(String(value)))).toEqual([])
    expect(secrets.length).toBeGreaterThan(0)
  })

  it('is the only file of Auth settings that the Supabase CLI reads; those of development are with the stack', () => {
    const found = readdirSync(resolve(root, 'supabase'), { recursive: true, encoding: 'utf8' })
    expect(found.filter((name) => name.endsWith('.toml'))).toEqual(['config.toml'])
    expect(text).not.toMatch(/\[remotes/)
  })

  it('is overridden by the development values in the embedded stack only', async () => {
    const config = await readAuthConfig(file, hooks, developmentFile)
    expect(config).toMatchObject({
      otpLength: 6,
      maxFrequency: 1,
      phone: { maxFrequency: 1 },
      limits: { tokenRefresh: 10_000_000 }
    })
    expect(config.phone.testOtp.get('4237990001')).toBe('123456')
    expect(config.redirectUrls).toContain('http://localhost:5173')
    // Keys that are missing in development.toml keep the value of config.toml.
    expect(config).toMatchObject({
      otpExpiry: 300,
      limits: { emailSent: 100_000 },
      accessTokenHook: { name: 'access_token_hook' },
      beforeUserCreatedHook: { name: 'before_user_created_hook' }
    })
  })
})
