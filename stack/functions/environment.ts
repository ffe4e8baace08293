import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { clientAddressHeader } from '../gateway/http.ts'
import type { VapidKeys } from '../keys/vapid.ts'
import type { Tokens } from '../types.ts'

/**
 * Returns the environment variables that a hosted Supabase project gives its functions, and CLIENT_ADDRESS_HEADER, which names
 * the header with the client's address.
 *
 * @param apiUrl URL of the gateway.
 */
export function functionEnvironment(apiUrl: string, tokens: Tokens): Record<string, string> {
  return {
    SUPABASE_URL: apiUrl,
    SUPABASE_ANON_KEY: tokens.publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: tokens.secretKey,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: tokens.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: tokens.secretKey }),
    CLIENT_ADDRESS_HEADER: clientAddressHeader,
    SUPABASE_JWKS: JSON.stringify(tokens.jwks)
  }
}

/**
 * Returns variables with the key pair for browsers' push subscriptions: the operator's, if `supabase/functions/.env` has one,
 * else the stack's. WEB_PUSH_HOSTS of the shell is passed on, too.
 *
 * @param own The stack's key pair.
 */
export function vapidEnvironment(root: string, own: VapidKeys, shell: NodeJS.ProcessEnv): Record<string, string> {
  const given = readFunctionsEnv(root)
  const hosts = shell.WEB_PUSH_HOSTS ? { WEB_PUSH_HOSTS: shell.WEB_PUSH_HOSTS } : {}
  if (given.VAPID_PUBLIC_KEY && given.VAPID_PRIVATE_KEY) {
    return { VAPID_PUBLIC_KEY: given.VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: given.VAPID_PRIVATE_KEY, ...hosts }
  }
  return { VAPID_PUBLIC_KEY: own.publicKey, VAPID_PRIVATE_KEY: own.privateKey, ...hosts }
}

/** Reads the operator's variables from `supabase/functions/.env`. Names that Supabase or Deno define are ignored. */
export function readFunctionsEnv(root: string): Record<string, string> {
  const file = join(root, 'supabase/functions/.env')
  if (!existsSync(file)) return {}
  const entries = Object.entries(parseEnv(readFileSync(file, 'utf8')))
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined && !/^(SUPABASE_|DENO_)/.test(entry[0]))
  )
}
