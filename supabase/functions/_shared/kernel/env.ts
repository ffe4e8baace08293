/** The environment of a function: variables that hosted Supabase sets, and settings of the operator. */
export interface Environment {
  supabaseUrl: string
  publishableKeys: string[]
  secretKey: string
  /** Public keys of the Auth server as JSON, if the platform provides them. */
  jwks: string | undefined
  /**
   * Name of the request header that holds the client's IP address, if the operator has set one. The proxy before the functions
   * must overwrite the header, so that clients cannot choose its value.
   */
  clientAddressHeader: string | undefined
}

/**
 * Reads the environment.
 *
 * @throws {Error} naming the variable that is missing
 */
export function readEnvironment(get: (name: string) => string | undefined): Environment {
  const supabaseUrl = get('SUPABASE_URL')
  if (!supabaseUrl) throw new Error('SUPABASE_URL is not set')
  const secretKey = keys(get('SUPABASE_SECRET_KEYS'))[0] ?? get('SUPABASE_SERVICE_ROLE_KEY')
  if (!secretKey) throw new Error('Neither SUPABASE_SECRET_KEYS nor SUPABASE_SERVICE_ROLE_KEY is set')
  const anonKey = get('SUPABASE_ANON_KEY')
  return {
    supabaseUrl: supabaseUrl.replace(/\/+$/, ''),
    publishableKeys: [...keys(get('SUPABASE_PUBLISHABLE_KEYS')), ...(anonKey ? [anonKey] : [])],
    secretKey,
    jwks: get('SUPABASE_JWKS'),
    clientAddressHeader: get('CLIENT_ADDRESS_HEADER') || undefined,
  }
}

/** Returns the API keys in a JSON object such as `{"default": "sb_secret_…"}`, the default key first. */
function keys(json: string | undefined): string[] {
  if (!json) return []
  const named = JSON.parse(json) as Record<string, string>
  return Object.entries(named).sort(([a], [b]) => Number(b === 'default') - Number(a === 'default')).map(([, key]) =>
    key
  )
}
