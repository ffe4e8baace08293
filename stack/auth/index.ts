import { Hono } from 'hono'
import { bearerOf } from '../keys/index.ts'
import type { StackModule, Tokens } from '../types.ts'
import { createCaptchaCheck, isGuarded } from './captcha.ts'
import type { AuthConfig } from './config.ts'
import { type AuthDeps, type Call, type Context, createContext, json, type Routes } from './context.ts'
import { bodyOf } from './input.ts'
import { Refusal, refusalResponse, unexpected } from './refusal.ts'
import { adminRoutes } from './routes/admin.ts'
import { factorRoutes } from './routes/factors.ts'
import { linkRoutes } from './routes/links.ts'
import { oauthRoutes } from './routes/oauth.ts'
import { otpRoutes } from './routes/otp.ts'
import { signupRoutes } from './routes/signup.ts'
import { tokenRoutes } from './routes/token.ts'
import { userRoutes } from './routes/user.ts'
import { verifyRoutes } from './routes/verify.ts'

type Env = { Bindings: { peer: string }; Variables: { call: Call } }

/** Creates Auth, the service with GoTrue's API: codes, passwords, links, social sign-in and the admin API. */
export function createAuth(deps: AuthDeps): StackModule {
  const routes = createRoutes(createContext(deps))
  return {
    fetch: async (request, { address }) => routes.fetch(request, { peer: address }),
    async stop() {}
  }
}

function createRoutes(context: Context): Hono<Env> {
  const { log, tokens, config } = context
  const checkCaptcha = config.captcha ? createCaptchaCheck(config.captcha) : null
  /** Counts a guarded request before anything else, above all before its captcha is judged, which asks another server. */
  const admit = async (call: Call): Promise<void> => {
    if (!isGuarded(call)) return
    context.count('requests', call)
    if (checkCaptcha && !(await isService(tokens, call))) await checkCaptcha(call.body, call.peer)
  }
  const app = new Hono<Env>({ strict: false })
  const add = (routes: Routes): void => {
    for (const [route, handler] of Object.entries(routes)) {
      const [method = '', path = ''] = route.split(' ')
      app.on(method, path, async ({ var: { call } }) => {
        const routed = { ...call, route: path }
        await admit(routed)
        return handler(routed)
      })
    }
  }
  app.onError((error, { req: { path, raw } }) => {
    if (!(error instanceof Refusal)) log.error('auth.failed', { path, error })
    else if (error.status >= 500) log.error('auth.failed', { path, reason: error.message })
    return refusalResponse(raw, error instanceof Refusal ? error : unexpected())
  })
  app.notFound(({ text }) => text('404 page not found', 404))
  app.use(async (c, next) => {
    // Refuse HEAD, which Hono would pass to the handlers of GET: a mail scanner that sends HEAD to a link must not use it up.
    if (c.req.method === 'HEAD') return c.notFound()
    c.set('call', { request: c.req.raw, url: new URL(c.req.url), route: '', peer: c.env.peer, body: {} })
    return next()
  })

  // GET /verify needs no API key, because browsers follow links to it.
  const { 'GET /verify': followLink, ...verify } = verifyRoutes(context)
  add({
    'GET /health': async () => json(200, { version: 'v2', name: 'GoTrue', description: 'Hackney embedded stack' }),
    'GET /.well-known/jwks.json': async () => json(200, tokens.jwks),
    'GET /verify': followLink,
    ...oauthRoutes(context)
  })

  app.use(async ({ var: { call } }, next) => {
    if (!hasKey(tokens, call)) throw new Refusal(401, 'no_api_key', 'No API key found in request')
    call.body = await bodyOf(call.request)
    return next()
  })
  add({ 'GET /settings': async () => json(200, settingsOf(config)), ...verify })
  for (const routes of [otpRoutes, signupRoutes, tokenRoutes, userRoutes, factorRoutes, adminRoutes, linkRoutes]) {
    add(routes(context))
  }
  return app
}

function hasKey(tokens: Tokens, { request, url }: Call): boolean {
  const key = request.headers.get('apikey') ?? url.searchParams.get('apikey') ?? bearerOf(request.headers)
  return key !== null && tokens.roleOfKey(key) !== null
}

/** Returns whether the request has the secret key or a token of the service role. */
const isService = (tokens: Tokens, { request, url }: Call): Promise<boolean> =>
  tokens.caller(request.headers, url).then(
    (claims) => claims?.role === 'service_role',
    () => false
  )

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
    saml_enabled: false
  }
}
