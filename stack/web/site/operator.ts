import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { isOffer, type Offer } from '../../../src/config/offer.ts'

/** Fields of the public settings that describe the operator. */
const fields = [
  'app_name',
  'brand_color',
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

/** Address of the firm's logo; null without one. */
export const logoOf = ({ api, logo }: Operator): string | null =>
  logo ? `${api}/storage/v1/object/public/company/${logo}` : null

/** What the firm offers; taxis as long as that is not known. */
export const offerOf = (operator: Operator | null): Offer =>
  isOffer(operator?.app_category) ? operator.app_category : 'taxi'

/** Changes with everything that the firm's pictures show. */
export const markOf = ({ app_name, app_category, brand_color, logo }: Operator): string =>
  createHash('sha256')
    .update(JSON.stringify([app_name, app_category, brand_color, logo]))
    .digest('hex')
    .slice(0, 8)

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

/** How long the first page waits for the operator's fields (ms). */
const FIRST_MS = 1000

export interface Operators {
  /** Returns the operator's fields as last read; null before the first response. A change is first shown in a later page. */
  last(): Operator | null
  /** Returns the operator's fields. Only the first page waits for the API, and no longer than a second. */
  first(): Promise<Operator | null>
}

/**
 * Follows the operator's fields while pages are requested.
 *
 * @param onRead called with each response of the API
 */
export function followOperator(api: Api, onRead: (operator: Operator) => void = () => {}): Operators {
  let known: Operator | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<unknown> = Promise.resolve()
  const last = (): Operator | null => {
    if (performance.now() - askedAt > FRESH_MS) {
      askedAt = performance.now()
      asking = readOperator(api).then((operator) => {
        known = operator ?? known
        if (operator) onRead(operator)
        // Read again for the next page: while the stack starts, the API does not respond yet.
        else askedAt = Number.NEGATIVE_INFINITY
      })
    }
    return known
  }
  return {
    last,
    first: async () => {
      if (last()) return known
      await Promise.race([asking, delay(FIRST_MS, undefined, { ref: false })])
      return known
    }
  }
}
