import { ProviderFailure } from '../_shared/http-client/failure.ts'
import { HttpError } from '../_shared/kernel/errors.ts'
import { begin, canHold, ruleOf } from './begin.ts'
import type { CheckoutAnswered, CheckoutAsked } from './contract.ts'
import type { PaymentsDeps } from './deps.ts'
import { CUSTOMER_MS } from './events.ts'
import { createPages } from './pages.ts'
import { fieldsOf, type PaymentView } from './payment.ts'
import { PaymentRefused } from './providers/errors.ts'
import type { Adapter } from './providers/types.ts'
import { createToken, hashOf } from './token.ts'

export interface Checkout {
  begin: (uid: string, asked: CheckoutAsked) => Promise<CheckoutAnswered>
  /**
   * Begins a payment for the passenger of a street trip (hailed in the street, without account) by the secret of its pay link.
   */
  beginByLink: (payToken: string, asked: CheckoutAsked) => Promise<CheckoutAnswered>
  /** Redeems the token of a checkout's link, which is valid once, and redirects the browser. */
  redeem: (token: string) => Promise<Response>
}

/**
 * If a customer continues a payment and the page from the provider stays valid for longer than this (ms), that page is used
 * again. Otherwise the payment is started at the provider again.
 */
const LEAST_LEFT_MS = 60_000

/** Creates the functions for the steps from the start of a payment to the page where the customer pays. */
export function createCheckout(deps: PaymentsDeps): Checkout {
  const { registry, database, settings, log, functionUrl, siteUrl } = deps
  const pages = createPages(siteUrl)

  const adapterOf = (provider: string): Adapter => {
    const adapter = registry.get(provider as PaymentView['provider'])
    if (adapter) return adapter
    throw new HttpError(403, 'no_provider_found', 'This provider is not in use', 'Choose one of payments/providers')
  }

  const beginOwn = async (uid: string, asked: CheckoutAsked): Promise<CheckoutAnswered> => {
    const adapter = adapterOf(asked.provider)
    if (!adapter.cards && (asked.card || asked.consent)) {
      throw new HttpError(409, 'payment_not_possible', 'The provider keeps no cards', 'Pay with a card as it is')
    }
    const view = await database.rpc<PaymentView>('create_payment', {
      purpose: asked.purpose,
      provider: asked.provider,
      customer_id: uid,
      booking_id: asked.booking_id ?? null,
      amount: asked.amount ?? null,
      can_hold: canHold(adapter),
      client_key: asked.client_key,
      card: asked.card ?? null,
      consent: asked.consent ?? null,
      rule: ruleOf(adapter, (await settings()).currency),
      request_id: asked.request_id ?? null,
    })
    const token = createToken()
    const args = { payment_id: view.id, customer_id: uid, token_hash: await hashOf(token) }
    await database.rpc('start_checkout', args)
    return { payment_id: view.id, link: `${functionUrl}/checkout/${token}`, fields: fieldsOf(view) }
  }

  const beginByLink = async (payToken: string, { provider, client_key }: CheckoutAsked): Promise<CheckoutAnswered> => {
    const rule = ruleOf(adapterOf(provider), (await settings()).currency)
    const token = createToken()
    const args = { pay_token: payToken, provider, token_hash: await hashOf(token), client_key, rule }
    const view = await database.rpc<PaymentView>('start_street_checkout', args)
    return { payment_id: view.id, link: `${functionUrl}/checkout/${token}`, fields: fieldsOf(view) }
  }

  /**
   * Starts a payment at the provider. If the payment was started before and its page is still valid, does nothing, because two
   * pages could both be paid. After a failed attempt the payment is started again.
   */
  const goOn = async (view: PaymentView): Promise<void> => {
    const { status, next, expires_at } = await database.rpc<PaymentView>('payment_view', { payment_id: view.id })
    const lasts = expires_at === null || Date.parse(expires_at) - Date.now() > LEAST_LEFT_MS
    if (status === 'created' && next && lasts) return
    await begin(deps, adapterOf(view.provider), view, { endsAt: Date.now() + CUSTOMER_MS })
  }

  const redeem = async (token: string): Promise<Response> => {
    let view: PaymentView
    try {
      view = await database.rpc<PaymentView>('redeem_checkout', { token_hash: await hashOf(token) })
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== 'checkout_expired') throw error
      return pages.page(error.details ?? null, 'checkout_expired')
    }
    try {
      await goOn(view)
      // Redirect to the app's payment page. That page opens the provider's page or form, because its content security policy
      // allows the provider's origins.
      return pages.page(view.id, undefined, view.pay_token)
    } catch (error) {
      log({
        event: 'payment_not_begun',
        provider: view.provider,
        payment: view.id,
        reason: error instanceof ProviderFailure ? `${error.kind}: ${error.message}` : String(error),
      })
      return pages.page(view.id, problemOf(error), view.pay_token)
    }
  }

  return { begin: beginOwn, beginByLink, redeem }
}

function problemOf(error: unknown): 'payment_declined' | 'payment_not_possible' | 'provider_busy' | 'server_busy' {
  if (error instanceof PaymentRefused) return error.key
  if (error instanceof ProviderFailure) return 'provider_busy'
  return error instanceof RangeError ? 'payment_not_possible' : 'server_busy'
}
