/**
 * Returns the page to which a link may lead: the requested page if it has the site's host and port or matches `allowed`, else
 * the site itself. On loopback, the port may differ.
 *
 * @param allowed Addresses or patterns: `*` matches anything without `.` or `/`, `**` anything, `?` one character other than
 * `.` and `/`.
 */
export function safeRedirect(wanted: string | null | undefined, siteUrl: string, allowed: readonly string[]): string {
  if (!wanted) return siteUrl
  const page = parse(wanted)
  if (!page) return siteUrl
  const site = parse(siteUrl)
  if (site && isWeb(page) && page.hostname === site.hostname && page.username === '') {
    if (page.port === site.port || isLoopback(page.hostname)) return wanted
  }
  return allowed.some((pattern) => matches(pattern, wanted)) ? wanted : siteUrl
}

/** Adds fields to an address: to its query, or to its fragment as the implicit flow does. */
export function withFields(address: string, fields: Record<string, string>, where: 'query' | 'fragment'): string {
  const url = new URL(address)
  // As GoTrue does, without the slash that URL puts after the host.
  if (where === 'fragment') return `${address.split('#')[0]}#${new URLSearchParams(fields)}`
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:'

const isLoopback = (name: string): boolean => name === 'localhost' || name === '127.0.0.1' || name === '[::1]'

function matches(pattern: string, address: string): boolean {
  const source = pattern.replace(/\*\*|\*|\?|[.+^${}()|[\]\\]/g, (part) => {
    if (part === '**') return '.*'
    if (part === '*') return '[^./]*'
    return part === '?' ? '[^./]' : `\\${part}`
  })
  return new RegExp(`^${source}/?$`).test(address)
}
