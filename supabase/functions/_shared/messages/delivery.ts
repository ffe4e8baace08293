/** Settings from the environment for the hooks that deliver messages. */
export interface Delivery {
  /** Keys that sign the hook's requests: `v1,whsec_<base64>`, several separated by `|`. */
  secrets: string
  /** Public URL of the API, without a trailing slash; for links in mails. */
  apiUrl: string
  /** URL of Mailpit, the mail server. */
  inboxUrl: string
  from: { name: string; email: string }
}

/**
 * Reads the settings from the variables `MAILPIT_URL`, `MAIL_FROM`, `MAIL_FROM_NAME` and `PUBLIC_API_URL` (default:
 * `SUPABASE_URL`).
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
  return {
    secrets: need(secretsName),
    apiUrl: (get('PUBLIC_API_URL') ?? need('SUPABASE_URL')).replace(/\/+$/, ''),
    inboxUrl: need('MAILPIT_URL'),
    from: { name: get('MAIL_FROM_NAME') ?? 'Hackney', email: get('MAIL_FROM') ?? 'hello@hackney.test' },
  }
}
