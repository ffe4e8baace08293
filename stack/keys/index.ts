import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import type { Claims, Tokens } from '../types.ts'

/** The development key that the Supabase CLI also uses. It is no secret: every page of the app contains it. */
const PUBLISHABLE_KEY = 'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH'

const API_ROLES = new Set(['anon', 'authenticated', 'service_role'])

export interface TokensOptions {
  /** Folder of the keys, each in a file that only its owner can read: `signing-key.json` and `secret-key`. */
  dataDir: string
  /** The claim `iss` (issuer) of every token, `<API url>/auth/v1`. */
  issuer: string
}

/**
 * Opens the stack's keys; the first start creates the ES256 signing key and the secret key. Each data folder has its own keys,
 * so tokens and secret keys of another folder are refused. Throws if a key file exists but is invalid.
 */
export async function createTokens({ dataDir, issuer }: TokensOptions): Promise<Tokens> {
  const secretKey = await loadSecretKey(path.join(dataDir, 'secret-key'))
  const secretDigest = digest(secretKey)
  const privateJwk = await loadSigningKey(path.join(dataDir, 'signing-key.json'))
  const { d: _secret, ...publicPart } = privateJwk
  const publicJwk: JWK = { ...publicPart, alg: 'ES256', use: 'sig', key_ops: ['verify'], ext: true }
  const signingKey = await importJWK(privateJwk, 'ES256')
  const verifyingKey = await importJWK(publicJwk, 'ES256')
  const header = { alg: 'ES256', typ: 'JWT', ...(privateJwk.kid ? { kid: privateJwk.kid } : {}) }

  async function verify(token: string): Promise<Claims> {
    const { payload } = await jwtVerify(token, verifyingKey, { issuer, algorithms: ['ES256'] })
    if (typeof payload.role !== 'string' || !API_ROLES.has(payload.role)) throw new Error('role is not allowed')
    return payload as Claims
  }

  function roleOfKey(key: string): 'anon' | 'service_role' | null {
    if (key === PUBLISHABLE_KEY) return 'anon'
    return timingSafeEqual(digest(key), secretDigest) ? 'service_role' : null
  }

  return {
    publishableKey: PUBLISHABLE_KEY,
    secretKey,
    roleOfKey,
    jwks: { keys: [publicJwk] },
    verify,
    sign(claims, expiresIn) {
      const issuedAt = Math.floor(Date.now() / 1000)
      const times = { iat: issuedAt, exp: issuedAt + expiresIn }
      return new SignJWT({ iss: issuer, ...claims, ...times }).setProtectedHeader(header).sign(signingKey)
    },
    async caller(headers, url) {
      const bearer = bearerOf(headers)
      if (bearer && !bearer.startsWith('sb_')) return verify(bearer)
      const key = headers.get('apikey') ?? url.searchParams.get('apikey') ?? bearer
      const role = key ? roleOfKey(key) : null
      return role ? { role } : null
    }
  }
}

const digest = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Returns the token of an `Authorization: Bearer …` header, or null. */
export function bearerOf(headers: Headers): string | null {
  return /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null
}

async function loadSigningKey(file: string): Promise<JWK> {
  const text = await readIfThere(file)
  if (text !== null) return parseKey(text, file)
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  jwk.kid = await calculateJwkThumbprint(jwk)
  await keep(file, `${JSON.stringify(jwk)}\n`)
  return jwk
}

async function loadSecretKey(file: string): Promise<string> {
  const text = (await readIfThere(file))?.trim()
  if (text !== undefined) {
    if (/^sb_secret_[\w-]{32,}$/.test(text)) return text
    throw new Error(`The secret key ${file} is damaged: delete the file to get a new one`)
  }
  const key = `sb_secret_${randomBytes(24).toString('base64url')}`
  await keep(file, `${key}\n`)
  return key
}

function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

/** Writes a file under a temporary name and renames it, so that an interrupted start leaves no incomplete key. */
export async function keep(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, text, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, file)
}

function parseKey(text: string, file: string): JWK {
  try {
    const jwk: unknown = JSON.parse(text)
    if (isPrivateKey(jwk)) return jwk
  } catch {
    // Continue to the error below, whose message says what to do.
  }
  throw new Error(`The signing key ${file} is damaged: delete the file to get a new one (everyone signs in again)`)
}

function isPrivateKey(value: unknown): value is JWK {
  return typeof value === 'object' && value !== null && 'd' in value && 'crv' in value && value.crv === 'P-256'
}
