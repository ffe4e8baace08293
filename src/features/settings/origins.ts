/** As many sites as the database takes. */
export const MAX_ORIGINS = 50

/** The form holds origins with a space between, and after a new line what is typed and not added yet. */
export const withTyped = (origins: string, typed: string): string => (typed ? `${origins}\n${typed}` : origins)

export function originsTyped(value: string): [origins: string, typed: string] {
  const [origins = '', typed = ''] = value.split('\n')
  return [origins, typed]
}

export const originsIn = (typed: string): string[] => typed.split(/\s+/).filter(Boolean)

/**
 * The origin of the page whose address was typed or pasted, as browsers write it; null where no page can have it. Beyond this
 * machine a page needs TLS: a frame in one without it could be swapped on its way.
 */
export function originOf(typed: string): string | null {
  const text = typed.trim()
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || url.username || url.password) return null
  const isOwn = url.protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(url.hostname)
  const isSite = url.protocol === 'https:' && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(url.hostname)
  return isOwn || isSite ? url.origin : null
}
