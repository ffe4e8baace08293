/** Fields of the public settings that describe the operator. */
const fields = [
  'app_name',
  'app_category',
  'code',
  'country',
  'logo',
  'company_name',
  'company_address',
  'company_website',
  'company_phone',
  'contact_email',
  'facebook_handle',
  'twitter_handle',
  'instagram_handle'
] as const

export type Operator = Record<(typeof fields)[number], string> & {
  /** Address of the API, which serves the logo. */
  api: string
}

interface Api {
  url: string
  /** The API's publishable key. */
  key: string
}

const TIMEOUT_MS = 3000

/** Reads the operator's fields from the API. Returns null if the API does not respond or the response has no settings. */
export async function readOperator({ url, key }: Api, fetcher: typeof fetch = fetch): Promise<Operator | null> {
  try {
    const answer = await fetcher(`${url}/rest/v1/settings?select=${fields.join()}&id=eq.1`, {
      headers: { apikey: key },
      signal: AbortSignal.timeout(TIMEOUT_MS)
    })
    const rows: unknown = answer.ok ? await answer.json() : null
    const row: unknown = Array.isArray(rows) ? rows[0] : null
    if (typeof row !== 'object' || row === null) return null
    const known = row as Record<string, unknown>
    const texts = Object.fromEntries(fields.map((field) => [field, String(known[field] ?? '')]))
    return { ...texts, api: url } as Operator
  } catch {
    return null
  }
}

/** Age after which the operator's fields are read again (ms). */
const FRESH_MS = 5000

/**
 * Returns a function that returns the operator's fields as last read; null before the first response. A page never waits for
 * the API, so a change is first shown in a later page.
 */
export function followOperator(api: Api): () => Operator | null {
  let known: Operator | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - askedAt > FRESH_MS) {
      askedAt = performance.now()
      void readOperator(api).then((operator) => {
        known = operator ?? known
        // Read again for the next page: while the stack starts, the API does not respond yet.
        if (!operator) askedAt = Number.NEGATIVE_INFINITY
      })
    }
    return known
  }
}
