import { apiKey, apiUrl } from '@/lib/session/auth-client'

/** The social networks that the operator's setting switches on or off. */
export const networkNames = { facebook: 'Facebook' }

export type Network = keyof typeof networkNames

const isNetwork = (name: string): name is Network => Object.hasOwn(networkNames, name)

/**
 * Returns the networks that Auth has enabled. The page does not offer others, because Auth would answer them with an error
 * page.
 */
export async function enabledNetworks(): Promise<Network[]> {
  const response = await fetch(`${apiUrl}/auth/v1/settings`, { headers: { apikey: apiKey } })
  if (!response.ok) throw new Error(`Auth's settings: ${response.status}`)
  const { external = {} } = (await response.json()) as { external?: Record<string, boolean> }
  return Object.keys(networkNames).filter((name): name is Network => isNetwork(name) && external[name] === true)
}

/**
 * Reads from the query string how a sign-in with a social network ended, as a text key of `social_sign_in`. Null after a
 * success, and if there was no attempt.
 */
export function signInAnswer(search: string): 'cancelled' | 'unverified' | 'failed' | null {
  const answer = new URLSearchParams(search)
  if (!answer.has('error')) return null
  if (answer.get('error') === 'access_denied') return 'cancelled'
  return answer.get('error_code') === 'provider_email_needs_verification' ? 'unverified' : 'failed'
}
