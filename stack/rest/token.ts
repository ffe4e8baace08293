import { createHmac, randomBytes } from 'node:crypto'
import type { Claims } from '../types.ts'

/** The roles that a caller may have. The library connects as a superuser, so it could take on any other role, too. */
const allowed = new Set(['anon', 'authenticated', 'service_role'])
const seconds = 60

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const header = encode({ alg: 'HS256', typ: 'JWT' })

export interface Minter {
  /** The secret that signs and checks the tokens. It is new at each start, so that no token outlives the process. */
  readonly secret: string
  /**
   * Creates a token, valid for a minute, from claims that have been verified.
   *
   * @throws Error if the role is not anon, authenticated or service_role.
   */
  mint(claims: Claims): string
}

/** Creates the signer of tokens for the REST library, which cannot check the product's own tokens (ES256). */
export function createMinter(): Minter {
  const secret = randomBytes(32).toString('hex')
  return {
    secret,
    mint(claims) {
      if (!allowed.has(claims.role)) throw new Error(`role ${claims.role} is not allowed`)
      const now = Math.floor(Date.now() / 1000)
      const body = `${header}.${encode({ ...claims, iat: now, exp: now + seconds })}`
      return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
    }
  }
}
