import { HttpError } from '../_shared/kernel/errors.ts'

/** A failure that the app's payment page shows. */
export type Problem =
  | 'checkout_expired'
  | 'payment_declined'
  | 'payment_not_possible'
  | 'provider_busy'
  | 'server_busy'
  | 'too_many_requests'

/** Redirects browsers to pages of the app. */
export interface Pages {
  /**
   * Redirects to the page of a payment.
   *
   * @param paymentId null if the payment is unknown
   * @param payToken secret of a street trip's pay link; the redirect then goes to that link's page, because the payer has no
   * account
   */
  page: (paymentId: string | null, problem?: Problem, payToken?: string | null) => Response
}

/** Returns a redirect that the browser follows by GET, even if its own request was a POST. */
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

/**
 * Runs the request of a browser that comes from another site. An HttpError becomes a redirect to the app's page, which shows
 * the error. A browser would show a JSON response as raw text.
 */
export async function inBrowser(pages: Pages, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return pages.page(null, error.status === 429 ? 'too_many_requests' : 'server_busy')
  }
}
