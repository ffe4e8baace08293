import { bearerOf } from '../keys/index.ts'
import type { Claims, Database, Log, Sql, Tokens } from '../types.ts'
import type { AuthConfig } from './config.ts'
import { runBeforeUserCreatedHook } from './hook.ts'
import { type Body, isUuid, textOf } from './input.ts'
import { type Counted, createAddressLimits } from './limits.ts'
import type { SendMail } from './mail.ts'
import { createPost, type Post } from './post.ts'
import { safeRedirect } from './redirects.ts'
import { banned, conflict, emailExists, invalid, phoneExists, Refusal, tooManyRequests } from './refusal.ts'
import { findSession, type Level, type Peer } from './sessions.ts'
import { type Account, findAccount, type User } from './users.ts'

export interface AuthDeps {
  database: Database
  tokens: Tokens
  log: Log
  mail: SendMail
  config: AuthConfig
  /** Address of the app, for links in mails. */
  siteUrl: string
  /** Address of the API, for links and providers' redirects. */
  apiUrl: string
}

/** A request to Auth, with its body already read. */
export interface Call {
  request: Request
  url: URL
  /** The pattern of the route, such as `/factors/:id/challenge`. A path has many spellings, so nothing is decided by the path. */
  route: string
  peer: string
  body: Body
}
export type Handler = (call: Call) => Promise<Response>
export type Routes = Record<string, Handler>

/** Services, settings and helpers that all routes of Auth use. */
export interface Context extends AuthDeps {
  /** Address of Auth, `<API>/auth/v1`. */
  authUrl: string
  post: Post
  /**
   * Runs one transaction with the rights of Supabase's Auth server, and returns the result of `work`. A Refusal that `work`
   * returns is thrown after the commit. The transaction is rolled back only if `work` itself throws.
   */
  asAuth<T>(work: (tx: Sql) => Promise<T | Refusal>): Promise<T>
  /**
   * Returns the user and the claims of the bearer token, and the level of its session, which may have changed since.
   *
   * @throws Refusal if the token is invalid or its session has ended
   */
  signedIn(tx: Sql, request: Request): Promise<{ account: Account; claims: Claims; aal: Level }>
  /** Counts a request of this client address against the limit. @throws Refusal above the limit */
  count(what: Counted, call: Call): void
  /**
   * Asks the project's hook whether this user may be created. Call it before anything is stored or sent, and outside of a
   * transaction. @throws Refusal if the hook refuses
   */
  admitNewcomer(peer: string, user: User): Promise<void>
  /** Returns the page to which the request asks to be redirected, if that is allowed; else the site. */
  redirectOf(call: Call): string
}

/** Gives the current transaction GoTrue's rights. */
export const becomeAuth = (tx: Sql): Promise<unknown> =>
  tx.query(`select set_config('role', 'supabase_auth_admin', true), set_config('search_path', 'auth', true)`)

export function createContext(deps: AuthDeps): Context {
  const { database, tokens, config, siteUrl, apiUrl, mail } = deps
  const authUrl = `${apiUrl}/auth/v1`
  const limits = createAddressLimits(config.limits)
  return {
    ...deps,
    authUrl,
    post: createPost({ config, mail, siteUrl, authUrl }),
    async asAuth(work) {
      const result = await database
        .transaction(async (tx) => {
          await becomeAuth(tx)
          return work(tx)
        })
        .catch((error: unknown) => {
          throw refusalOf(error) ?? error
        })
      if (result instanceof Refusal) throw result
      return result
    },
    async signedIn(tx, request) {
      const token = bearerOf(request.headers)
      // On Supabase the gateway replaces a key by the token of its role, which names no person.
      if (!token || tokens.roleOfKey(token)) throw new Refusal(403, 'bad_jwt', 'invalid claim: missing sub claim')
      const claims = await tokens.verify(token).catch((error: unknown) => {
        throw new Refusal(403, 'bad_jwt', `invalid JWT: ${error instanceof Error ? error.message : 'unreadable'}`)
      })
      if (!claims.sub) throw new Refusal(403, 'bad_jwt', 'invalid claim: missing sub claim')
      const account = isUuid(claims.sub) ? await findAccount(tx, { id: claims.sub }) : null
      if (!account) throw new Refusal(403, 'user_not_found', 'User from sub claim in JWT does not exist')
      const session = claims.session_id ? await findSession(tx, claims.sub, claims.session_id) : null
      if (claims.session_id && !session) {
        throw new Refusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
      }
      if (account.banned) throw banned()
      return { account, claims, aal: session?.aal ?? 'aal1' }
    },
    count(what, { peer, route }) {
      // As in GoTrue, each route has a bucket of its own.
      if (!limits[what].take(`${route} ${peer}`)) throw tooManyRequests()
    },
    async admitNewcomer(peer, user) {
      const { beforeUserCreatedHook: hook } = config
      if (hook) await this.asAuth(async (tx) => (await runBeforeUserCreatedHook(tx, hook, { peer, user })) ?? true)
    },
    redirectOf({ url, request, body }) {
      const wanted =
        url.searchParams.get('redirect_to') ?? request.headers.get('redirect_to') ?? textOf(body.redirect_to)
      return safeRedirect(wanted, siteUrl, config.redirectUrls)
    }
  }
}

/** PostgreSQL's error codes for characters that it cannot store. An e-mail address or a header can contain them. */
const unstorable = new Set<unknown>(['22021', '22P05'])

/**
 * Returns the Refusal for an error of the database; null for unknown errors. Known errors are a value that cannot be stored, a
 * user to whom other rows refer, and a unique value that is taken.
 */
function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  if (unstorable.has(error.code)) return invalid('The request holds characters that cannot be stored')
  if (error.code === '23503')
    return new Refusal(409, 'conflict', 'Rides or money refer to this user: delete the person')
  if (error.code !== '23505') return null
  if (error.message.includes('users_email_partial_key')) return emailExists()
  return error.message.includes('users_phone_key') ? phoneExists() : conflict()
}

export const peerOf = ({ peer, request }: Call): Peer => ({
  address: peer,
  userAgent: request.headers.get('user-agent')
})

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } })
}

export const noContent = (): Response => new Response(null, { status: 204 })

export function redirect(status: 302 | 303, location: string): Response {
  return new Response(null, { status, headers: { location, 'cache-control': 'no-store' } })
}
