import { createHmac, randomBytes } from 'node:crypto'
import type { Claims } from '../types.ts'

/** Roles that a caller may have: the library connects as superuser and would accept any other name as a role. */
const allowed = new Set(['anon', 'authenticated', 'service_role'])
const seconds = 60

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const header = encode({ alg: 'HS256', typ: 'JWT' })

export interface Minter {
  /** The secret shared with the library; new at each start, so that no token outlives the process. */
  readonly secret: string
  /**
   * Creates a short-lived token for claims that are verified already.
   *
   * @throws Error if the role is none of anon, authenticated and service_role.
   */
  mint(claims: Claims): string
}

/** Signs the tokens for the library, which supports neither ES256 nor our keys. */
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
