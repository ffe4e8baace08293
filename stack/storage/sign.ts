import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { jwtVerify, SignJWT } from 'jose'
import type { Claims } from '../types.ts'
import { refusals } from './errors.ts'

/** The right that a signed address grants. */
export interface Grant {
  /** Path of the object, `<bucket>/<object>`. */
  url: string
  purpose: 'download' | 'upload'
  /** Claims of the person who signed. The address allows what this person may do when it is used, not when it was signed. */
  signer: Claims
  owner?: string
  upsert?: boolean
}

export interface Signer {
  sign(grant: Grant, expiresIn: number): Promise<string>
  /**
   * Checks a signed address's token and returns the right that it grants.
   *
   * @throws StorageError if the token is damaged, expired, or grants something else.
   */
  verify(token: string, url: string, purpose: Grant['purpose']): Promise<Grant & { exp: number }>
}

async function loadSecret(file: string): Promise<Uint8Array> {
  const known = await readFile(file).catch(() => null)
  if (known?.length === 32) return known
  const secret = randomBytes(32)
  const draft = `${file}.new`
  const handle = await open(draft, 'w', 0o600)
  await handle.writeFile(secret)
  await handle.sync().finally(() => handle.close())
  await rename(draft, file)
  return secret
}

/**
 * Creates the signer of addresses. It uses a separate secret, stored in `folder`: signed addresses stay valid after a restart,
 * and cannot be used as access tokens.
 */
export async function createSigner(folder: string): Promise<Signer> {
  const secret = await loadSecret(join(folder, 'url-key'))
  return {
    sign: (grant, expiresIn) =>
      new SignJWT({ ...grant })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + expiresIn)
        .sign(secret),
    async verify(token, url, purpose) {
      const { payload } = await jwtVerify<Grant>(token, secret, { algorithms: ['HS256'] }).catch((error: Error) => {
        throw refusals.invalidJwt(error.message)
      })
      if (payload.url !== url || payload.purpose !== purpose || !payload.signer) throw refusals.invalidSignature()
      return { ...payload, exp: payload.exp ?? 0 }
    }
  }
}

/**
 * Returns the claims that identify the signer in an address. The signer's other claims are looked up when the address is used.
 */
export function signerOf({ role, sub, session_id }: Claims): Claims {
  return { role, ...(sub ? { sub } : {}), ...(session_id ? { session_id } : {}) }
}

/**
 * Returns the current claims of the person who signed an address. @throws StorageError if that person would get no token now,
 * for example if banned.
 */
export async function currentSigner(
  { currentClaims }: { currentClaims(claims: Claims): Promise<Claims | null> },
  signer: Claims
): Promise<Claims> {
  const claims = await currentClaims(signer)
  if (!claims) throw refusals.invalidSignature()
  return claims
}
