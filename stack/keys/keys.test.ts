import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tokens } from '../types.ts'
import { createTokens } from './index.ts'
import { loadVapidKeys } from './vapid.ts'

const issuer = 'http://127.0.0.1:1/auth/v1'
const url = new URL('http://127.0.0.1:1/')
let dataDir: string
let tokens: Tokens

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'hackney-keys-'))
  tokens = await createTokens({ dataDir, issuer })
})
afterAll(() => rm(dataDir, { recursive: true }))

describe('the signing key', () => {
  it('is readable only by its owner and kept for the next start', async () => {
    expect((await stat(path.join(dataDir, 'signing-key.json'))).mode & 0o777).toBe(0o600)
    const again = await createTokens({ dataDir, issuer })
    expect(again.jwks).toEqual(tokens.jwks)
  })

  it('has no private part in the key set', async () => {
    const stored = JSON.parse(await readFile(path.join(dataDir, 'signing-key.json'), 'utf8'))
    expect(JSON.stringify(tokens.jwks)).not.toContain(stored.d)
    expect(tokens.jwks.keys[0]).toMatchObject({ alg: 'ES256', kty: 'EC', crv: 'P-256', use: 'sig', kid: stored.kid })
  })

  it('comes with instructions when its file is damaged', async () => {
    const broken = await mkdtemp(path.join(tmpdir(), 'hackney-keys-'))
    await writeFile(path.join(broken, 'signing-key.json'), '{"kty":')
    await expect(createTokens({ dataDir: broken, issuer })).rejects.toThrow('delete the file')
    await rm(broken, { recursive: true })
  })
})

describe('the secret key', () => {
  it('is generated for each data folder, and stored readable only by its owner', async () => {
    const file = path.join(dataDir, 'secret-key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(tokens.secretKey).toMatch(/^sb_secret_[\w-]{32}$/)
    expect((await createTokens({ dataDir, issuer })).secretKey).toBe(tokens.secretKey)
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'hackney-keys-'))
    const other = await createTokens({ dataDir: elsewhere, issuer })
    expect(other.secretKey).not.toBe(tokens.secretKey)
    expect(other.publishableKey).toBe(tokens.publishableKey)
    expect(tokens.roleOfKey(other.secretKey)).toBeNull()
    await rm(elsewhere, { recursive: true })
  })

  it("is not one of the Supabase CLI's development keys, which are public", () => {
    expect(tokens.roleOfKey('sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz')).toBeNull()
  })

  it('comes with instructions when its file is damaged', async () => {
    const broken = await mkdtemp(path.join(tmpdir(), 'hackney-keys-'))
    await writeFile(path.join(broken, 'secret-key'), 'sb_secret_')
    await expect(createTokens({ dataDir: broken, issuer })).rejects.toThrow('delete the file')
    await rm(broken, { recursive: true })
  })
})

describe('callers', () => {
  const caller = (headers: Record<string, string>, address = url) => tokens.caller(new Headers(headers), address)

  it('are recognised by both keys, in the header, the address and as bearer', async () => {
    expect(await caller({ apikey: tokens.publishableKey })).toEqual({ role: 'anon' })
    expect(await caller({ apikey: tokens.secretKey })).toEqual({ role: 'service_role' })
    expect(await caller({}, new URL(`/?apikey=${tokens.publishableKey}`, url))).toEqual({ role: 'anon' })
    expect(await caller({ authorization: `Bearer ${tokens.secretKey}` })).toEqual({ role: 'service_role' })
  })

  it('are null without a key or with an unknown one', async () => {
    expect(await caller({})).toBeNull()
    expect(await caller({ apikey: 'sb_secret_guess' })).toBeNull()
  })

  it('are the person rather than the key', async () => {
    const token = await tokens.sign({ sub: 'a', role: 'authenticated' }, 60)
    const claims = await caller({ apikey: tokens.publishableKey, authorization: `Bearer ${token}` })
    expect(claims).toMatchObject({ sub: 'a', role: 'authenticated', iss: issuer })
  })

  it('with expired, foreign, unsigned or over-privileged tokens are refused', async () => {
    const refused = async (token: string) =>
      expect(caller({ authorization: `Bearer ${token}` })).rejects.toBeInstanceOf(Error)
    await refused(await tokens.sign({ sub: 'a', role: 'authenticated' }, -1))
    await refused(await tokens.sign({ sub: 'a', role: 'postgres' }, 60))
    await refused(await tokens.sign({ sub: 'a', role: 'authenticated', iss: 'elsewhere' }, 60))
    await refused(
      await new SignJWT({ role: 'service_role', iss: issuer })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode('super-secret-jwt-token-with-at-least-32-characters-long'))
    )
    await refused('not.a.token')
  })
})

describe('the key pair of pushes', () => {
  const file = () => path.join(dataDir, 'vapid-key.json')

  it('is generated once in the standard’s format, and stored readable only by its owner', async () => {
    const pair = await loadVapidKeys(dataDir)
    expect(Buffer.from(pair.publicKey, 'base64url')).toHaveLength(65)
    expect(Buffer.from(pair.privateKey, 'base64url')).toHaveLength(32)
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    expect(await loadVapidKeys(dataDir)).toEqual(pair)
  })

  it('comes with instructions when its file is damaged', async () => {
    for (const text of ['', '{', '{"x":"AAAA"}', 'null']) {
      await writeFile(file(), text)
      await expect(loadVapidKeys(dataDir)).rejects.toThrow(/vapid-key.json is damaged: delete the file/)
    }
  })
})
