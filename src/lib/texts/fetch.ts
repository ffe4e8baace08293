import { isLocale } from '@/config/languages'
import { toAppError } from '../server/errors'
import { apiUrl, authorizedFetch } from '../session/auth-client'
import { type ActiveTexts, isActiveTexts } from './offered'

/**
 * Fetches the operator's own texts in one language. If the build has no texts for that language, also fetches those in the
 * default language. The browser caches the response and revalidates it by ETag, so an unchanged response costs a few bytes.
 *
 * @throws AppError
 */
export async function fetchTexts(locale: string): Promise<ActiveTexts> {
  const query = new URLSearchParams({ locale, with_default: String(!isLocale(locale)) })
  const response = await authorizedFetch(`${apiUrl}/rest/v1/rpc/active_texts?${query}`).catch((error: unknown) => {
    throw toAppError(error)
  })
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok || !isActiveTexts(body)) throw toAppError({ ...(body ?? {}), status: response.status })
  return body
}
