import { bearerOf } from '../keys/index.ts'
import type { StackModule, Tokens } from '../types.ts'
import type { AuthConfig } from './config.ts'
import { type AuthDeps, type Context, createContext, type Handler, json, type Routes } from './context.ts'
import { bodyOf } from './input.ts'
import { Refusal } from './refusal.ts'
import { adminRoutes } from './routes/admin.ts'
import { linkRoutes } from './routes/links.ts'
import { oauthRoutes } from './routes/oauth.ts'
import { otpRoutes } from './routes/otp.ts'
import { signupRoutes } from './routes/signup.ts'
import { tokenRoutes } from './routes/token.ts'
import { userRoutes } from './routes/user.ts'
import { verifyRoutes } from './routes/verify.ts'

/** Auth as GoTrue speaks it: codes, passwords, links, social sign-in, the admin API. */
export function createAuth(deps: AuthDeps): StackModule {
  const { log } = deps
  const context = createContext(deps)
  const keyed = keyedRoutes(context)
  const open = openRoutes(context)

  async function answer(request: Request, peer: string): Promise<Response> {
    const url = new URL(request.url)
    const name = `${request.method} ${url.pathname.replace(/(.)\/$/, '$1')}`
    const handler = find(open, name)
    if (handler) return handler({ request, url, peer, body: {} })
    if (!hasKey(deps.tokens, request, url)) throw new Refusal(401, 'no_api_key', 'No API key found in request')
    const found = find(keyed, name)
    if (!found) throw new Refusal(404, 'not_found', `${name} is not part of this stack's Auth`)
    return found({ request, url, peer, body: await bodyOf(request) })
  }

  return {
    async fetch(request, { address }) {
      try {
        return await answer(request, address)
      } catch (error) {
        if (error instanceof Refusal) {
          const { status, code, message, more } = error
          if (status >= 500) log.error('auth.failed', { path: new URL(request.url).pathname, reason: message })
          return json(status, { code, message, ...more })
        }
        log.error('auth.failed', { path: new URL(request.url).pathname, error })
        return json(500, {
          code: 'unexpected_failure',
          message: 'Unexpected failure, please check the log of the stack'
        })
      }
    },
    async stop() {}
  }
}

/** What answers without a key: browsers come here by following links. */
function openRoutes(context: Context): Routes {
  const { 'GET /verify': followLink } = verifyRoutes(context)
  return {
    'GET /health': async () => json(200, { version: 'v2', name: 'GoTrue', description: 'Hackney embedded stack' }),
    'GET /.well-known/jwks.json': async () => json(200, context.tokens.jwks),
    ...oauthRoutes(context),
    ...(followLink ? { 'GET /verify': followLink } : {})
  }
}

function keyedRoutes(context: Context): Routes {
  return {
    'GET /settings': async () => json(200, settingsOf(context.config)),
    ...otpRoutes(context),
    ...verifyRoutes(context),
    ...signupRoutes(context),
    ...tokenRoutes(context),
    ...userRoutes(context),
    ...adminRoutes(context),
    ...linkRoutes(context)
  }
}

/** A route by its name, in which `:id` may stand for the last part of the path. */
function find(routes: Routes, name: string): Handler | undefined {
  if (Object.hasOwn(routes, name)) return routes[name]
  const general = name.replace(/\/[^/]+$/, '/:id')
  return Object.hasOwn(routes, general) ? routes[general] : undefined
}

function hasKey(tokens: Tokens, request: Request, url: URL): boolean {
  const key = request.headers.get('apikey') ?? url.searchParams.get('apikey') ?? bearerOf(request.headers)
  return key !== null && tokens.roleOfKey(key) !== null
}

const providerNames = ['apple', 'azure', 'facebook', 'github', 'gitlab', 'google', 'keycloak']

function settingsOf({ email, phone, providers, signupEnabled }: AuthConfig): object {
  return {
    external: {
      ...Object.fromEntries(providerNames.map((name) => [name, providers.has(name)])),
      email: email.enabled,
      phone: phone.enabled,
      anonymous_users: false
    },
    disable_signup: !signupEnabled,
    mailer_autoconfirm: !email.confirmations,
    phone_autoconfirm: !phone.confirmations,
    sms_provider: '',
    mfa_enabled: false,
    saml_enabled: false
  }
}
