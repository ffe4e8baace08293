import { listLimits } from '@/types/public-limits'

/** Maximum number of sites that the database accepts. */
export const MAX_ORIGINS = listLimits.settings.embed_origins

/**
 * Joins the two parts of the form's value by a line break. The first part is the added origins, separated by spaces. The second
 * is the typed text that was not added yet.
 */
export const withTyped = (origins: string, typed: string): string => (typed ? `${origins}\n${typed}` : origins)

export function originsTyped(value: string): [origins: string, typed: string] {
  const [origins = '', typed = ''] = value.split('\n')
  return [origins, typed]
}

export const originsIn = (typed: string): string[] => typed.split(/\s+/).filter(Boolean)

/**
 * Returns the origin of a typed or pasted URL of a site that may embed the booking frame. Returns null if the text is no such
 * URL. A site other than localhost needs https, because the frame in an unencrypted page could be replaced in transit.
 */
export function originOf(typed: string): string | null {
  const text = typed.trim()
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || url.username || url.password) return null
  const isOwn = url.protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(url.hostname)
  const isSite = url.protocol === 'https:' && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(url.hostname)
  return isOwn || isSite ? url.origin : null
}
