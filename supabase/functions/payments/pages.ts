import { HttpError } from '../_shared/kernel/errors.ts'

/** The failure that the payment's page shows. */
export type Problem =
  | 'checkout_expired'
  | 'payment_declined'
  | 'payment_not_possible'
  | 'provider_busy'
  | 'server_busy'
  | 'too_many_requests'

/** Redirects to pages: every address begins with the app's own, or was returned by a provider's adapter. */
export interface Pages {
  /**
   * The page of a payment; `paymentId` is null if the payment is unknown. The payer of a street trip has a pay link and no
   * account.
   */
  page: (paymentId: string | null, problem?: Problem, payToken?: string | null) => Response
}

/** Redirects a browser, which continues by GET whatever method it used. */
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
 * Runs a request of a browser that comes from another site. Such a browser cannot read JSON, so the app's page shows an error.
 */
export async function inBrowser(pages: Pages, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return pages.page(null, error.status === 429 ? 'too_many_requests' : 'server_busy')
  }
}
