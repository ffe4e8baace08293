import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unlimited } from '../testing/auth-settings.ts'
import { type Backend, startBackend } from '../testing/backend.ts'
import { parseAuthConfig } from './config.ts'
import { createAuth } from './index.ts'
import type { Mail } from './mail.ts'

const mails: Mail[] = []
let backend: Backend
let counter = 0

beforeAll(async () => {
  backend = await startBackend()
  const { database, tokens, log, url } = backend
  const config = parseAuthConfig(unlimited, 'config.toml', {})
  const mail = (message: Mail) => mails.push(message)
  const siteUrl = 'http://127.0.0.1:5173'
  backend.mount('/auth/v1', createAuth({ database, tokens, log, mail, config, siteUrl, apiUrl: url }))
}, 60_000)
afterAll(() => backend.stop())

/** Opens a new session; returns its tokens and its user. */
async function open(): Promise<{ first: string; userId: string; access: string }> {
  const supabase = backend.client()
  const email = `phone${++counter}@hackney.test`
  await supabase.auth.signInWithOtp({ email })
  const token = /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
  const { data } = await supabase.auth.verifyOtp({ email, token, type: 'email' })
  const { refresh_token: first = '', access_token: access = '' } = data.session ?? {}
  return { first, userId: data.user?.id ?? '', access }
}

/** Sends a refresh token from a separate client, because one client would not send the same twice. */
async function trade(token: string): Promise<string> {
  const { data, error } = await backend.client().auth.refreshSession({ refresh_token: token })
  return data.session?.refresh_token ?? String(error?.code)
}

/** Makes all earlier exchanges of the user's tokens older by `seconds`. */
const wait = (userId: string, seconds: number) =>
  backend.database.query(
    `update auth.refresh_tokens set updated_at = updated_at - make_interval(secs => $2::float8) where user_id = $1`,
    [userId, seconds]
  )

const sessionsOf = (userId: string) =>
  backend.database.query('select from auth.sessions where user_id = $1::uuid', [userId])

describe('a refresh whose response was lost', () => {
  it('returns the lost token, however late the client retries', async () => {
    const { first, userId } = await open()
    const lost = await trade(first)
    await wait(userId, 11)
    expect(await trade(first)).toBe(lost)
    await wait(userId, 3600)
    expect(await trade(first)).toBe(lost)
    expect(await trade(lost)).toMatch(/^[\w-]{20,}$/)
    expect(await sessionsOf(userId)).toHaveLength(1)
  })

  it('returns the same token to simultaneous retries', async () => {
    const { first, userId } = await open()
    const lost = await trade(first)
    await wait(userId, 11)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => trade(first)))
    expect(new Set(answers)).toEqual(new Set([lost]))
  })

  it('works with a client that repeats each refresh', async () => {
    const { first, userId } = await open()
    let token = first
    for (let round = 0; round < 4; round += 1) {
      const next = await trade(token)
      await wait(userId, 60)
      expect(await trade(token)).toBe(next)
      token = next
    }
    expect(await sessionsOf(userId)).toHaveLength(1)
  })
})

describe('a refresh token from before the last one', () => {
  it('revokes all tokens of the session, because it must be a stolen copy', async () => {
    const { first, userId } = await open()
    const third = await trade(await trade(first))
    await wait(userId, 11)
    expect(await trade(first)).toBe('refresh_token_already_used')
    await wait(userId, 11)
    for (const token of [third, first]) expect(await trade(token)).toBe('refresh_token_already_used')
  })

  it('keeps the session as GoTrue does, so an access token works until it expires', async () => {
    const { first, userId, access } = await open()
    await trade(await trade(first))
    await wait(userId, 11)
    expect(await trade(first)).toBe('refresh_token_already_used')
    expect(await sessionsOf(userId)).toHaveLength(1)
    expect((await backend.client().auth.getUser(access)).error).toBeNull()
  })

  it('leaves its owner the reuse interval to exchange the current token', async () => {
    const { first, userId } = await open()
    const third = await trade(await trade(first))
    await wait(userId, 11)
    expect(await trade(first)).toBe('refresh_token_already_used')
    expect(await trade(third)).toMatch(/^[\w-]{32}$/)
  })

  it('still returns the current token within the reuse interval', async () => {
    const { first, userId } = await open()
    const third = await trade(await trade(first))
    expect(await trade(first)).toBe(third)
    expect(await sessionsOf(userId)).toHaveLength(1)
  })
})
