/** Environment of the hooks that deliver messages. */
export interface Delivery {
  /** Keys that sign the hook's requests: `v1,whsec_<base64>`, several separated by `|`. */
  secrets: string
  /** Public address of the API, for links in mails. */
  apiUrl: string
  /** Mailpit's address. */
  inboxUrl: string
  from: { name: string; email: string }
}

/**
 * Reads the environment: the hook's keys by the given name, `MAILPIT_URL`, `MAIL_FROM` and `MAIL_FROM_NAME`, and
 * `PUBLIC_API_URL` if the API's public address is not `SUPABASE_URL`.
 *
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
