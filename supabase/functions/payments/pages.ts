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
  /** The page of a payment; null where nobody knows which. Who pays a street trip has its link and no account. */
  page: (paymentId: string | null, problem?: Problem, payToken?: string | null) => Response
}

/** A browser goes on by GET, whatever it came with. */
export const goTo = (url: string): Response =>
  new Response(null, {
    status: 303,
    headers: { location: url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })

export function createPages(siteUrl: string): Pages {
  return {
    page: (paymentId, problem, payToken) =>
      goTo(
        `${siteUrl}/pay/${payToken ? `street/${payToken}` : paymentId ?? 'expired'}${
          problem === undefined ? '' : `?problem=${problem}`
        }`,
      ),
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
