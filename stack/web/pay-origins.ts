/**
 * Origins of payment providers that the payment page may use. Forms may be posted to `form`, scripts and frames be loaded from
 * `script` and `frame`, and requests be sent to `connect`.
 */
export interface PayOrigins {
  form: readonly string[]
  script: readonly string[]
  frame: readonly string[]
  connect: readonly string[]
}

export const noPayOrigins: PayOrigins = { form: [], script: [], frame: [], connect: [] }

/** Beginning of the payment page's path. */
export const payPath = '/pay/'

const directives = ['form', 'script', 'frame', 'connect'] as const

/**
 * Returns whether a value is an https origin. Its first label may be a wildcard for all hosts of a domain. Origins are checked
 * because they go into a header.
 */
const isOrigin = (value: unknown): value is string =>
  typeof value === 'string' && /^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:[1-9]\d{0,4})?$/.test(value)

const originsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isOrigin) : [])

/**
 * Merges the origins of several providers.
 *
 * @param listed The fields `origins` of the providers that `payments/providers` returns. Values of another form are ignored.
 */
export function joinOrigins(listed: readonly unknown[]): PayOrigins {
  const known = listed.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null)
  const joined = directives.map((name) => [name, [...new Set(known.flatMap((one) => originsIn(one[name])))].sort()])
  return Object.fromEntries(joined) as PayOrigins
}

/**
 * Parses the build's variable with the origins, for hosts that only serve files. Example: `form=https://a.example
 * script=https://b.example,https://c.example`.
 *
 * @throws {Error} naming the invalid origin or directive
 */
export function readPayOrigins(text = ''): PayOrigins {
  const parts = text.split(/\s+/).filter(Boolean)
  const entries = parts.map((part) => {
    const [name = '', list = ''] = part.split('=', 2)
    const origins = list.split(',')
    if (!(directives as readonly string[]).includes(name) || !origins.every(isOrigin)) {
      throw new Error(`PAYMENT_ORIGINS: ${part} is not form, script, frame or connect with https origins`)
    }
    return [name, origins]
  })
  return { ...noPayOrigins, ...Object.fromEntries(entries) }
}

/** How long a response with the origins is cached (ms). */
const FRESH_MS = 3000
const PATIENCE_MS = 4000

/**
 * Returns a function that reads the origins of the enabled providers from the API. It returns no origins while the API is
 * unavailable.
 */
export function createPayOrigins(api: { supabaseUrl: string; supabaseKey: string }): () => Promise<PayOrigins> {
  let known = Promise.resolve(noPayOrigins)
  let freshUntil = 0
  const ask = async (): Promise<PayOrigins> => {
    try {
      const response = await fetch(`${api.supabaseUrl}/functions/v1/payments/providers`, {
        method: 'POST',
        headers: { apikey: api.supabaseKey, 'content-type': 'application/json' },
        body: '{}',
        signal: AbortSignal.timeout(PATIENCE_MS)
      })
      const { providers } = (await response.json()) as { providers?: unknown }
      return joinOrigins(Array.isArray(providers) ? providers.map((one) => one?.origins) : [])
    } catch {
      return noPayOrigins
    }
  }
  return () => {
    if (Date.now() >= freshUntil) {
      freshUntil = Date.now() + FRESH_MS
      known = ask()
    }
    return known
  }
}
