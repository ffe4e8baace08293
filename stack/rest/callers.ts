import type { Claims, Tokens } from '../types.ts'
import type { Minter } from './token.ts'

export interface Caller {
  claims: Claims
  /** A token with the same claims that the REST library can check (`Minter`). */
  token: string
}

interface Known extends Caller {
  until: number
}

/** How long a caller is cached (ms): shorter than the minute for which a token of `Minter` is valid. */
const milliseconds = 30_000
const most = 1000

/**
 * Creates a function that verifies a request's token and returns its caller. Callers are cached for half a minute. A page sends
 * several requests with one token, and verifying a signature takes longer than a query. A caller is not cached for longer than
 * the token is valid.
 *
 * @returns A function that returns null for a request without a token and without a known API key, and throws for an invalid
 * token.
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
