import type { Mail } from '../types.ts'

/**
 * Returns the headers by which a mail program offers to end news with one press (RFC 8058): it then sends a POST to the address,
 * without a login. A mail that is no news has none.
 */
export const newsHeaders = ({ unsubscribeUrl }: Pick<Mail, 'unsubscribeUrl'>): Record<string, string> =>
  unsubscribeUrl
    ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}
