import { HttpError } from '../_shared/kernel/errors.ts'

/** What failed on the way, as the page shows it. */
export type Problem =
  | 'checkout_expired'
  | 'payment_declined'
  | 'payment_not_possible'
  | 'provider_busy'
  | 'server_busy'
  | 'too_many_requests'

/** Redirects: every address begins with the app's own, or was returned by a provider's adapter. */
export interface Pages {
  /** The page of a payment; null if the payment is unknown. The payer of a street trip has its link and no account. */
  page: (paymentId: string | null, problem?: Problem, payToken?: string | null) => Response
}

/** A browser continues by GET, whatever method it used. */
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

/** A browser from another site cannot read JSON: the app's page shows the error. */
export async function inBrowser(pages: Pages, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return pages.page(null, error.status === 429 ? 'too_many_requests' : 'server_busy')
  }
}
