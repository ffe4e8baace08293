import { createHmac } from 'node:crypto'
import type { ProviderConfig } from './config.ts'
import { isObject, textOf } from './input.ts'
import { Refusal } from './refusal.ts'

/** A person's data as reported by a social provider. */
export interface Profile {
  id: string
  email: string
  emailVerified: boolean
  /** The provider's data in the form in which `auth.identities` stores them. */
  data: Record<string, unknown>
}

interface Kind {
  scopes: string
  authorize(base: string): string
  token(base: string): string
  /** Returns the address from which the profile is read. Some providers require it to be signed. */
  profile(base: string, accessToken: string, secret: string): string
  read(answer: Record<string, unknown>): Profile
}

/**
 * The supported social providers by name. `base` is the configured `url`; if it is empty, the provider's usual address is used.
 */
const kinds: Record<string, Kind> = {
  keycloak: {
    scopes: 'profile email',
    authorize: (base) => `${base}/protocol/openid-connect/auth`,
    token: (base) => `${base}/protocol/openid-connect/token`,
    profile: (base) => `${base}/protocol/openid-connect/userinfo`,
    read: readOidc
  },
  google: {
    scopes: 'email profile',
    authorize: (base) => `${base || 'https://accounts.google.com'}/o/oauth2/v2/auth`,
    token: (base) => `${base || 'https://oauth2.googleapis.com'}/token`,
    profile: (base) => `${base || 'https://openidconnect.googleapis.com'}/v1/userinfo`,
    read: readOidc
  },
  facebook: {
    scopes: 'email',
    authorize: (base) => `${base || 'https://www.facebook.com'}/dialog/oauth`,
    token: (base) => `${base || 'https://graph.facebook.com'}/oauth/access_token`,
    profile(base, accessToken, secret) {
      const proof = createHmac('sha256', secret).update(accessToken).digest('hex')
      const fields = 'email,first_name,last_name,name,picture'
      return `${base || 'https://graph.facebook.com'}/me?fields=${fields}&appsecret_proof=${proof}`
    },
    read(answer) {
      const picture = isObject(answer.picture) && isObject(answer.picture.data) ? textOf(answer.picture.data.url) : ''
      return profileOf(textOf(answer.id), textOf(answer.email), true, textOf(answer.name), picture)
    }
  }
}

export interface Provider {
  name: string
  /** Returns the address of the provider's page for signing in. */
  authorizeUrl(state: string, scopes: string): string
  /** Exchanges the provider's code and reads the profile. @throws Refusal */
  identify(code: string): Promise<{ profile: Profile; accessToken: string; refreshToken: string }>
}

/** Returns a provider that is ready for use. @throws Refusal if the provider is unknown or disabled */
export function openProvider(name: string, config: ProviderConfig | undefined, callbackUrl: string): Provider {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (!kind || !config) {
    const reason = kind ? 'provider is not enabled' : `Provider ${name} could not be found`
    throw new Refusal(400, 'validation_failed', `Unsupported provider: ${reason}`)
  }
  const { clientId, secret, url } = config
  const redirectUri = config.redirectUri || callbackUrl
  return {
    name,
    authorizeUrl(state, scopes) {
      const address = new URL(kind.authorize(url))
      const scope = [kind.scopes, scopes].filter(Boolean).join(' ')
      const fields = { client_id: clientId, redirect_uri: redirectUri, response_type: 'code', scope, state }
      for (const [key, value] of Object.entries(fields)) address.searchParams.set(key, value)
      return address.href
    },
    async identify(code) {
      const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      const tokens = await ask(kind.token(url), {
        method: 'POST',
        body: new URLSearchParams({ ...fields, client_id: clientId, client_secret: secret })
      })
      const accessToken = textOf(tokens.access_token)
      if (accessToken === '') throw failed('Unable to exchange external code')
      const answer = await ask(kind.profile(url, accessToken, secret), {
        headers: { authorization: `Bearer ${accessToken}` }
      })
      const profile = kind.read(answer)
      if (profile.id === '') throw failed('Error getting user profile from external provider')
      return { profile, accessToken, refreshToken: textOf(tokens.refresh_token) }
    }
  }
}

const failed = (message: string): Refusal => new Refusal(500, 'unexpected_failure', message)

async function ask(address: string, init: RequestInit): Promise<Record<string, unknown>> {
  const message = init.method ? 'Unable to exchange external code' : 'Error getting user profile from external provider'
  const answer: unknown = await fetch(address, {
    ...init,
    headers: { accept: 'application/json', ...init.headers },
    redirect: 'error',
    signal: AbortSignal.timeout(10_000)
  })
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null)
  if (!isObject(answer)) throw failed(message)
  return answer
}

function readOidc(answer: Record<string, unknown>): Profile {
  const verified = answer.email_verified === true || answer.email_verified === 'true'
  const picture = textOf(answer.picture)
  return profileOf(textOf(answer.sub), textOf(answer.email), verified, textOf(answer.name), picture)
}

function profileOf(id: string, address: string, verified: boolean, name: string, picture: string): Profile {
  const email = address.trim().toLowerCase()
  const emailVerified = verified && email !== ''
  const data = {
    sub: id,
    provider_id: id,
    ...(email ? { email } : {}),
    email_verified: emailVerified,
    phone_verified: false,
    ...(name ? { name, full_name: name } : {}),
    ...(picture ? { picture, avatar_url: picture } : {})
  }
  return { id, email, emailVerified, data }
}
