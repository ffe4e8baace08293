import { ProviderFailure } from '../_shared/http-client/failure.ts'
import { HttpError } from '../_shared/kernel/errors.ts'
import type { RawCall } from '../_shared/kernel/http.ts'
import { isUuid } from '../_shared/kernel/validate.ts'
import type { PaymentsDeps } from './deps.ts'
import { createPages } from './pages.ts'
import { isUndecided, paymentOf, type PaymentView } from './payment.ts'
import { BadSignature, PaymentRefused } from './providers/errors.ts'
import type { Adapter, ProviderName, ProviderRequest } from './providers/types.ts'
import { record } from './record.ts'
import { returnKeyOf } from './token.ts'

/**
 * Time limits for requests to a provider (ms). CUSTOMER_MS applies while a customer waits; WEBHOOK_MS while the sender of a
 * webhook waits, because providers' servers give up after some seconds.
 */
export const CUSTOMER_MS = 20_000
const WEBHOOK_MS = 9000
/** Minimum interval between two queries to the provider about one payment (s). The payment page may poll more often. */
const ASK_SECS = 4
/** Largest number of parameters that are read from the request of a browser that returns from the provider's page. */
const MOST_PARAMS = 40

export interface PaymentEvents {
  viewOf: (paymentId: string, customerId?: string) => Promise<PaymentView>
  /** Verifies a webhook and stores its facts. @throws {BadSignature | ProviderFailure | HttpError} */
  receive: (name: ProviderName, heard: ProviderRequest) => Promise<void>
  /**
   * Handles a webhook. The response is 401 for a bad signature, 403 if the database does not know the provider, 404 if the
   * provider is not enabled, and 405 for a GET to a provider that sends no challenges. After any other failure it is 503, so
   * that the provider sends the webhook again.
   */
  webhook: (call: RawCall) => Promise<Response>
  /**
   * Returns the current state of a payment. If the payment has begun and is undecided, queries its provider first, but at most
   * once in ASK_SECS.
   */
  refresh: (view: PaymentView) => Promise<PaymentView>
  /**
   * Completes a payment at the provider after the customer's own step, with that step's result.
   *
   * @throws {HttpError} 402 `payment_declined`, 409 `payment_not_possible`, 503 `provider_busy`
   */
  complete: (view: PaymentView, params: Record<string, string>) => Promise<void>
  /** Handles a browser that returns from a provider, and redirects it to the payment page. */
  handleReturn: (call: RawCall) => Promise<Response>
}

export const providerBusy = (): HttpError =>
  new HttpError(503, 'provider_busy', 'The payment provider does not answer', 'Try again in a moment')

/** Creates the functions that learn how payments ended: from webhooks, from returning browsers, and from queries. */
export function createPaymentEvents(deps: PaymentsDeps): PaymentEvents {
  const { registry, database, log, functionUrl, siteUrl } = deps
  const pages = createPages(siteUrl)
  const budget = (ms: number) => ({ endsAt: Date.now() + ms })

  const viewOf = (paymentId: string, customerId?: string) =>
    database.rpc<PaymentView>('payment_view', { payment_id: paymentId, customer_id: customerId ?? null })

  /** Logs a failure by the message of our own error, so that no key of the provider can be in the log. */
  const note = (event: string, provider: string, error: unknown) => {
    const reason = error instanceof ProviderFailure ? `${error.kind}: ${error.message}` : String(error)
    log({ event, provider, reason })
  }

  const hear = async (name: ProviderName, heard: ProviderRequest): Promise<void> => {
    const facts = await registry.get(name)?.verify(heard, budget(WEBHOOK_MS)) ?? []
    await record(deps, name, facts)
  }

  const heardOf = ({ request, bytes, tail }: RawCall, kind: 'webhook' | 'return'): ProviderRequest => {
    // The public address, which the provider knows and may have signed. The request's own address may be that of a proxy.
    const url = new URL(`${functionUrl}/${kind}/${tail}`)
    url.search = new URL(request.url).search
    return { bytes, headers: request.headers, url, method: request.method }
  }

  const webhook = async (call: RawCall): Promise<Response> => {
    const adapter = registry.get(call.tail as ProviderName)
    if (!adapter) throw new HttpError(404, 'not_found', 'There is no such provider here')
    const heard = heardOf(call, 'webhook')
    if (heard.method === 'GET' && !adapter.challenge) {
      throw new HttpError(405, 'method_not_allowed', 'Only POST is allowed here')
    }
    try {
      if (heard.method === 'GET' && adapter.challenge) return await adapter.challenge(heard)
      await hear(call.tail as ProviderName, heard)
      return adapter.acknowledge?.(heard) ?? new Response(null, { status: 200 })
    } catch (error) {
      if (error instanceof BadSignature) {
        note('webhook_refused', call.tail, error)
        throw new HttpError(401, 'bad_signature', 'This is not from the provider')
      }
      // The status 503 makes the provider send the webhook again.
      note('webhook_failed', call.tail, error)
      if (error instanceof HttpError && error.code === 'no_provider_found') throw error
      throw new HttpError(503, 'server_busy', 'It could not be taken', 'Send it again')
    }
  }

  const ask = async (adapter: Adapter, view: PaymentView): Promise<void> => {
    try {
      const payment = paymentOf(view)
      await record(deps, view.provider, await adapter.fetch?.(payment, budget(CUSTOMER_MS)) ?? [], payment)
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      note('payment_not_asked', view.provider, error)
    }
  }

  const refresh = async (view: PaymentView): Promise<PaymentView> => {
    const adapter = registry.get(view.provider)
    const hasBegun = view.provider_ref !== null || Boolean(view.next)
    if (!adapter?.fetch || !isUndecided(view) || !hasBegun) return view
    const bucket = { bucket: `payment-ask:${view.id}`, limit_count: 1, window_secs: ASK_SECS }
    if (!await database.rpc<boolean>('take_rate_limit', bucket)) return view
    await ask(adapter, view)
    return await viewOf(view.id)
  }

  const complete = async (view: PaymentView, params: Record<string, string>): Promise<void> => {
    const adapter = registry.get(view.provider)
    if (!adapter?.complete) {
      throw new HttpError(409, 'payment_not_possible', 'This payment has no second step', 'Begin the payment again')
    }
    try {
      const payment = paymentOf(view)
      await record(deps, view.provider, await adapter.complete(payment, params, budget(CUSTOMER_MS)), payment)
    } catch (error) {
      if (!(error instanceof PaymentRefused) && !(error instanceof ProviderFailure)) throw error
      note('payment_not_completed', view.provider, error)
      if (error instanceof ProviderFailure) throw providerBusy()
      if (error.key === 'payment_declined') throw new HttpError(402, 'payment_declined', 'The payment was declined')
      throw new HttpError(409, 'payment_not_possible', 'The provider does not take this payment')
    }
  }

  /**
   * Decides the payment of a customer who returns from the provider: by the signed return, by completing the payment, or by a
   * query, depending on the adapter.
   */
  const takeReturn = async (view: PaymentView, call: RawCall): Promise<void> => {
    const adapter = registry.get(view.provider)
    if (adapter?.returned) {
      const payment = paymentOf(view)
      const facts = await adapter.returned(payment, heardOf(call, 'return'), budget(CUSTOMER_MS))
      await record(deps, view.provider, facts, payment)
    } else if (adapter?.complete && view.next?.kind === 'redirect' && !isCancelled(call)) {
      await complete(view, paramsOf(call))
    } else await refresh(view)
  }

  const comeBack = async (call: RawCall): Promise<Response> => {
    // Some providers append their parameters with a second question mark: cut it off from our values.
    const sent = (name: string) => new URL(call.request.url).searchParams.get(name)?.split('?')[0]
    const id = sent('payment')
    if (!isUuid(id)) return pages.page(null)
    let payToken: string | null = null
    try {
      const view = await viewOf(id)
      // The id alone does not lead to the page of a pay link, because that page's address is the secret.
      if (view.pay_token && sent('link') === await returnKeyOf(view.pay_token)) payToken = view.pay_token
      if (view.provider === call.tail && isUndecided(view)) await takeReturn(view, call)
    } catch (error) {
      if (error instanceof BadSignature) note('return_refused', call.tail, error)
      else if (error instanceof ProviderFailure) note('payment_not_asked', call.tail, error)
      else if (!(error instanceof HttpError)) throw error
      else if (error.code === 'payment_declined' || error.code === 'payment_not_possible') {
        return pages.page(id, error.code, payToken)
      }
      // An unknown payment gets the same redirect as a known one. The page then shows what the signed-in user may see.
    }
    return pages.page(id, undefined, payToken)
  }

  return { viewOf, receive: hear, webhook, refresh, complete, handleReturn: comeBack }
}

const isCancelled = ({ request }: RawCall): boolean => new URL(request.url).searchParams.has('cancelled')

/**
 * Returns the parameters with which the provider's page sent the browser to us: those in the address and in a posted form.
 * Adapters do not rely on them for amounts or success.
 */
function paramsOf({ request, bytes }: RawCall): Record<string, string> {
  const isForm = request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')
  const sent = [
    ...new URL(request.url).searchParams,
    ...(isForm ? new URLSearchParams(new TextDecoder().decode(bytes)) : []),
  ]
  return Object.fromEntries(sent.filter(([name]) => name !== 'payment' && name !== 'link').slice(0, MOST_PARAMS))
}
