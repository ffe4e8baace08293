import { HttpError } from '../_shared/kernel/errors.ts'

/** What went wrong on the way, as the page says it. */
export type Problem =
  | 'checkout_expired'
  | 'payment_declined'
  | 'payment_not_possible'
  | 'provider_busy'
  | 'server_busy'
  | 'too_many_requests'

/** Where a browser goes on: every address begins with the app's own, or is one that a provider's adapter answered. */
export interface Pages {
  /** The page of a payment; null where nobody knows which. */
  page: (paymentId: string | null, problem?: Problem) => Response
  /** The page of a payment that is known: of a street trip it is that of its pay link, as nobody signed in. */
  of: (payment: { id: string; pay_token?: string | null }, problem?: Problem) => Response
}

/** A browser goes on by GET, whatever it came with. */
export const goTo = (url: string): Response =>
  new Response(null, {
    status: 303,
    headers: { location: url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })

export function createPages(siteUrl: string): Pages {
  const at = (place: string, problem?: Problem) =>
    goTo(`${siteUrl}/pay/${place}${problem === undefined ? '' : `?problem=${problem}`}`)
  return {
    page: (paymentId, problem) => at(paymentId ?? 'expired', problem),
    of: ({ id, pay_token }, problem) => at(pay_token ? `street/${pay_token}` : id, problem),
  }
}

/** A browser that came from elsewhere reads no JSON: what was refused is said by the app's page. */
export async function inBrowser(pages: Pages, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return pages.page(null, error.status === 429 ? 'too_many_requests' : 'server_busy')
  }
}
