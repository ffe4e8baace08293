import type { Claims, Tokens } from '../types.ts'
import type { Minter } from './token.ts'

export interface Caller {
  claims: Claims
  /** The REST library's own token for the same claims. */
  token: string
}

interface Known extends Caller {
  until: number
}

/** How long a caller is cached (ms): shorter than the minute for which a minted token is valid. */
const milliseconds = 30_000
const most = 1000

/**
 * Caches verified callers for half a minute: a page sends several requests with one token, and verifying its signature costs
 * more than the query. A caller is never cached past the token's expiry.
 *
 * @returns A function that returns null without a key, and throws for an invalid token.
 */
export function createCallers(tokens: Tokens, minter: Minter): (request: Request) => Promise<Caller | null> {
  const known = new Map<string, Known>()
  return async (request) => {
    const { headers } = request
    const url = new URL(request.url)
    const asked = [headers.get('authorization'), headers.get('apikey'), url.searchParams.get('apikey')]
    const key = JSON.stringify(asked)
    const now = Date.now()
    const found = known.get(key)
    if (found && found.until > now) return found
    const claims = await tokens.caller(headers, url)
    if (!claims) return null
    const caller = { claims, token: minter.mint(claims) }
    if (known.size >= most) known.clear()
    known.set(key, { ...caller, until: Math.min(now + milliseconds, (claims.exp ?? Number.POSITIVE_INFINITY) * 1000) })
    return caller
  }
}
