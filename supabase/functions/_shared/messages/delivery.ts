/** Settings from the environment for the hooks that deliver messages. */
export interface Delivery {
  /** Keys that sign the hook's requests: `v1,whsec_<base64>`, several separated by `|`. */
  secrets: string
  /** Public URL of the API, without a trailing slash; for links in mails. */
  apiUrl: string
  /** Name of the page's host, which codes in text messages are bound to; empty if SITE_URL is not set. */
  host: string
}

/**
 * Reads the settings from the variables `PUBLIC_API_URL` (default: `SUPABASE_URL`) and `SITE_URL`.
 *
 * @param secretsName name of the variable that holds the hook's keys
 * @throws {Error} naming the missing variable
 */
export function readDelivery(get: (name: string) => string | undefined, secretsName: string): Delivery {
  const need = (name: string): string => {
    const value = get(name)
    if (!value) throw new Error(`${name} is not set`)
    return value
  }
  const site = get('SITE_URL') ?? ''
  return {
    secrets: need(secretsName),
    apiUrl: (get('PUBLIC_API_URL') ?? need('SUPABASE_URL')).replace(/\/+$/, ''),
    host: URL.canParse(site) ? new URL(site).hostname : '',
  }
}
