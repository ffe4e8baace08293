import type { IncomingMessage } from 'node:http'

/** Path of the page that other sites show in a frame. `frameScriptPath` is the path of the script that embeds it. */
export const framePath = '/embed'
export const frameScriptPath = '/embed.js'

/**
 * Matches a permitted origin. The origins come from the database (`settings.embed_origins`). They are checked again before they
 * go into a header.
 */
const origin = /^(?:https:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|http:\/\/(?:localhost|127\.0\.0\.1))(?::[1-9]\d{0,4})?$/

/**
 * How long the list of permitted sites is cached (ms). Changes by the office apply within seconds, and requests of many
 * visitors cause only one request to the API.
 */
const FRESH_MS = 3000
const PATIENCE_MS = 10_000

export interface FramingOptions {
  supabaseUrl: string
  supabaseKey: string
}

/**
 * Returns a function that reads from the settings which origins may frame the widget's page. It returns no origin while the
 * settings are unavailable.
 */
export function createFraming({ supabaseUrl, supabaseKey }: FramingOptions): () => Promise<readonly string[]> {
  let list: Promise<readonly string[]> = Promise.resolve([])
  let freshUntil = 0
  const ask = async (): Promise<readonly string[]> => {
    try {
      const response = await fetch(`${supabaseUrl}/rest/v1/settings?select=embed_origins&id=eq.1`, {
        headers: { apikey: supabaseKey },
        signal: AbortSignal.timeout(PATIENCE_MS)
      })
      const [row] = (await response.json()) as { embed_origins?: unknown }[]
      const origins: unknown[] = Array.isArray(row?.embed_origins) ? row.embed_origins : []
      return origins.filter((one): one is string => typeof one === 'string' && origin.test(one))
    } catch {
      return []
    }
  }
  return () => {
    if (Date.now() >= freshUntil) {
      freshUntil = Date.now() + FRESH_MS
      list = ask()
    }
    return list
  }
}

/**
 * Returns whether the request loads the widget's page into a frame, or the widget's script. Only these requests are permitted
 * from pages of other sites.
 */
export function isFraming({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>, pathname: string): boolean {
  const target = headers['sec-fetch-dest']
  if (!['GET', 'HEAD'].includes(method ?? '') || headers.origin !== undefined) return false
  return (pathname === framePath && target === 'iframe') || (pathname === frameScriptPath && target === 'script')
}
