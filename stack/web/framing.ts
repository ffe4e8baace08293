import type { IncomingMessage } from 'node:http'

/** Paths of the page that other sites frame, and of the script that embeds it. */
export const framePath = '/embed'
export const frameScriptPath = '/embed.js'

/**
 * The form of a permitted origin. Origins come from the database (`settings.embed_origins`) and are checked again, because they
 * go into a header.
 */
const origin = /^(?:https:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|http:\/\/(?:localhost|127\.0\.0\.1))(?::[1-9]\d{0,4})?$/

/**
 * How long the list of permitted sites is cached (ms): changes by the office apply within seconds, and many visitors cause one
 * request.
 */
const FRESH_MS = 3000
const PATIENCE_MS = 2000

export interface FramingOptions {
  supabaseUrl: string
  supabaseKey: string
}

/**
 * Returns a function that reads from the settings which origins may frame the page; none while the settings are unavailable.
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

/** Whether another site's page requests a file that it may load: the widget's page, or its script. */
export function isFraming({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>, pathname: string): boolean {
  const target = headers['sec-fetch-dest']
  if (!['GET', 'HEAD'].includes(method ?? '') || headers.origin !== undefined) return false
  return (pathname === framePath && target === 'iframe') || (pathname === frameScriptPath && target === 'script')
}
