/** Origins of payment providers that the page of a payment may load from and post to. */
export interface PayOrigins {
  form: readonly string[]
  script: readonly string[]
  frame: readonly string[]
  connect: readonly string[]
}

export const noPayOrigins: PayOrigins = { form: [], script: [], frame: [], connect: [] }

/** The page of one payment. */
export const payPath = '/pay/'

const directives = ['form', 'script', 'frame', 'connect'] as const

/** They end up in a header: an https origin, whose first label may stand for all hosts of a domain. */
const isOrigin = (value: unknown): value is string =>
  typeof value === 'string' && /^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:[1-9]\d{0,4})?$/.test(value)

const originsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isOrigin) : [])

/** Joins what several providers need. @param listed `providers[].origins` of `payments/providers`; anything else is left out */
export function joinOrigins(listed: readonly unknown[]): PayOrigins {
  const known = listed.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null)
  const joined = directives.map((name) => [name, [...new Set(known.flatMap((one) => originsIn(one[name])))].sort()])
  return Object.fromEntries(joined) as PayOrigins
}

/**
 * What a build for static hosts is told, as `form=https://a.example script=https://b.example,https://c.example`.
 *
 * @throws {Error} naming what is no origin or no directive
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

/** How long an answer counts (ms), as for the sites that frame the booking page. */
const FRESH_MS = 3000
const PATIENCE_MS = 4000

/** Asks the API what the providers need that are switched on; nothing while that cannot be found out. */
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
