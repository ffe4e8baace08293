import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A person with an account at the test provider. */
export interface ProviderUser {
  id: string
  email?: string
  verified?: boolean
  name?: string
}

/** A local server for tests that acts as a social sign-in provider: with the paths of Keycloak and Facebook, for one app. */
export interface OAuthProvider {
  url: string
  clientId: string
  secret: string
  /** The person who signs in; null if the person presses "cancel". */
  user: ProviderUser | null
  /** Which request the provider answers with an error: the exchange of the code, or the profile; null for none. */
  failing: 'token' | 'profile' | null
  stop(): Promise<void>
}

interface Grant {
  redirectUri: string
  user: ProviderUser
}

/** Starts the provider on 127.0.0.1. @param port 0 chooses a free port. */
export async function startOAuthProvider(port = 0): Promise<OAuthProvider> {
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, ProviderUser>()
  const provider: OAuthProvider = {
    url: '',
    clientId: 'hackney-app',
    secret: 'hackney-secret',
    user: null,
    failing: null,
    async stop() {
      server.closeAllConnections()
      server.close()
    }
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', provider.url)
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (/\/(auth|oauth)$/.test(url.pathname)) {
      response.writeHead(302, { location: authorize(url) })
      response.end()
    } else if (/\/(token|access_token)$/.test(url.pathname)) {
      const form = new URLSearchParams(await textOf(request))
      const token = provider.failing === 'token' ? null : trade(form)
      if (token) send(200, { access_token: token, refresh_token: `refresh-${token}`, token_type: 'Bearer' })
      else send(400, { error: 'invalid_grant' })
    } else {
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
      const user = provider.failing === 'profile' ? undefined : tokens.get(token)
      if (user) send(200, profileOf(user))
      else send(401, { error: 'invalid_token' })
    }
  }

  /**
   * Returns the URL to which the consent page redirects. No person is asked: if `provider.user` is set, this person counts as
   * consenting. If it is null, the person counts as refusing.
   */
  function authorize(url: URL): string {
    const back = new URL(url.searchParams.get('redirect_uri') ?? '')
    back.searchParams.set('state', url.searchParams.get('state') ?? '')
    if (url.searchParams.get('client_id') !== provider.clientId) back.searchParams.set('error', 'unauthorized_client')
    else if (provider.user) {
      const code = randomUUID()
      codes.set(code, { redirectUri: url.searchParams.get('redirect_uri') ?? '', user: provider.user })
      back.searchParams.set('code', code)
    } else {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', 'The person said no')
    }
    return back.href
  }

  function trade(form: URLSearchParams): string | null {
    const grant = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const isApp = form.get('client_id') === provider.clientId && form.get('client_secret') === provider.secret
    if (!grant || !isApp || grant.redirectUri !== form.get('redirect_uri')) return null
    const token = createHash('sha256').update(randomUUID()).digest('hex')
    tokens.set(token, grant.user)
    return token
  }

  await once(server.listen(port, '127.0.0.1'), 'listening')
  const address = server.address()
  provider.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`
  return provider
}

/** Returns a profile with the fields of both Keycloak and Facebook. */
function profileOf({ id, email, verified = true, name = 'Ann Lee' }: ProviderUser): object {
  return { id, sub: id, ...(email ? { email, email_verified: verified } : {}), name }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += part
  return text
}
