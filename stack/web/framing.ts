import type { IncomingMessage } from 'node:http'

/** The page that other sites show in a frame, and the script that puts it there. */
export const framePath = '/embed'
export const frameScriptPath = '/embed.js'

/** As the database has them (`settings.embed_origins`); looked at again, since they end up in a header. */
const origin = /^(?:https:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|http:\/\/(?:localhost|127\.0\.0\.1))(?::[1-9]\d{0,4})?$/

/** How long a list counts (ms): what the office saves holds within seconds, and many visitors make one question. */
const FRESH_MS = 3000
const PATIENCE_MS = 2000

export interface FramingOptions {
  supabaseUrl: string
  supabaseKey: string
}

/** Answers which origins may frame the page, as the settings say; none while that cannot be found out. */
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

/** Whether another site's page asks for what it may have: the page for a frame, and the script. */
export function isFraming({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>, pathname: string): boolean {
  const target = headers['sec-fetch-dest']
  if (!['GET', 'HEAD'].includes(method ?? '') || headers.origin !== undefined) return false
  return (pathname === framePath && target === 'iframe') || (pathname === frameScriptPath && target === 'script')
}
