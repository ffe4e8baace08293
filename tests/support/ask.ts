import type { Person } from './people.ts'
import type { StackEnv } from './stack.ts'

export interface Ask {
  token?: string
  method?: string
  body?: string
  headers?: Record<string, string>
}

/** Sends a request without supabase-js, as an attacker could. */
export async function ask(
  env: StackEnv,

  path: string,
  { token, method, body, headers }: Ask = {}
): Promise<{ status: number; text: string }> {
  const response = await fetch(env.SUPABASE_URL + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      apikey: env.SUPABASE_PUBLISHABLE_KEY,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers
    },
    ...(body !== undefined && { body })
  })
  return { status: response.status, text: await response.text() }
}

/** The access token of a signed-in person. */
export async function tokenOf({ client }: Person): Promise<string> {
  const { data } = await client.auth.getSession()
  if (!data.session) throw new Error('the client has no session')
  return data.session.access_token
}
