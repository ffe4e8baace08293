import type { Budget } from '../_shared/http-client/client.ts'
import { ProviderFailure } from '../_shared/http-client/failure.ts'
import { HttpError } from '../_shared/kernel/errors.ts'
import type { CheckoutAnswered, CheckoutAsked } from './contract.ts'
import type { PaymentsDeps } from './deps.ts'
import { CUSTOMER_MS } from './events.ts'
import { createPages } from './pages.ts'
import { fieldsOf, paymentOf, type PaymentView } from './payment.ts'
import { PaymentRefused } from './providers/errors.ts'
import { toMajor } from './providers/money.ts'
import type { Adapter, Charged, KeptCard, Next, Started, Urls } from './providers/types.ts'
import { record } from './record.ts'
import { createToken, hashOf, returnKeyOf } from './token.ts'

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

export const canHold = (adapter: Adapter): boolean => adapter.capture !== undefined && adapter.void !== undefined

/** Creates the functions for the steps from the start of a payment to the page where the customer pays. */
export function createCheckout(deps: PaymentsDeps): Checkout {
  const { registry, database, settings, log, functionUrl, siteUrl } = deps
  const pages = createPages(siteUrl)

  const adapterOf = (provider: string): Adapter => {
    const adapter = registry.get(provider as PaymentView['provider'])
    if (adapter) return adapter
    throw new HttpError(403, 'no_provider_found', 'This provider is not in use', 'Choose one of payments/providers')
  }

  /**
   * Returns what a provider takes, by which the database checks and rounds the amount before it stores a payment.
   *
   * @throws {HttpError} 409 `payment_not_possible` if the provider does not take the operator's currency
   */
  const ruleOf = async (adapter: Adapter): Promise<{ step: string; min?: string; max?: string }> => {
    const { currency } = await settings()
    if (!adapter.currencies.includes(currency)) {
      throw new HttpError(409, 'payment_not_possible', `The provider does not take ${currency}`, 'Choose another one')
    }
    const { min, max } = adapter.limits?.(currency) ?? {}
    return {
      step: toMajor(adapter.step?.(currency) ?? 1, currency),
      ...(min !== undefined && { min: toMajor(min, currency) }),
      ...(max !== undefined && { max: toMajor(max, currency) }),
    }
  }

  const begin = async (uid: string, asked: CheckoutAsked): Promise<CheckoutAnswered> => {
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
      rule: await ruleOf(adapter),
    })
    const token = createToken()
    const args = { payment_id: view.id, customer_id: uid, token_hash: await hashOf(token) }
    await database.rpc('start_checkout', args)
    return { payment_id: view.id, link: `${functionUrl}/checkout/${token}`, fields: fieldsOf(view) }
  }

  const beginByLink = async (payToken: string, { provider, client_key }: CheckoutAsked): Promise<CheckoutAnswered> => {
    const rule = await ruleOf(adapterOf(provider))
    const token = createToken()
    const args = { pay_token: payToken, provider, token_hash: await hashOf(token), client_key, rule }
    const view = await database.rpc<PaymentView>('start_street_checkout', args)
    return { payment_id: view.id, link: `${functionUrl}/checkout/${token}`, fields: fieldsOf(view) }
  }

  const urlsOf = async ({ id, provider, pay_token }: PaymentView): Promise<Urls> => {
    const link = pay_token ? `&link=${await returnKeyOf(pay_token)}` : ''
    const back = `${functionUrl}/return/${provider}?payment=${id}${link}`
    return { back, cancel: `${back}&cancelled=1`, webhook: `${functionUrl}/webhook/${provider}` }
  }

  /**
   * Starts a payment at the provider and stores the customer's next step. If the payment was started before and its page is
   * still valid, does nothing, because two pages could both be paid. After a failed attempt the payment is started again. If
   * the customer chose a saved card, the card is charged and no page is needed, unless the bank requires authentication.
   */
  const goOn = async (view: PaymentView): Promise<void> => {
    const { status, next, expires_at } = await database.rpc<PaymentView>('payment_view', { payment_id: view.id })
    const lasts = expires_at === null || Date.parse(expires_at) - Date.now() > LEAST_LEFT_MS
    if (status === 'created' && next && lasts) return
    const adapter = adapterOf(view.provider)
    const budget = { endsAt: Date.now() + CUSTOMER_MS }
    const payment = paymentOf(view)
    const urls = await urlsOf(view)
    const charged = await chargeOf(adapter, view, urls, budget)
    const started: Partial<Started> = charged ?? await adapter.create(payment, urls, budget)
    if (started.next) refuseUnsafe(started.next)
    await database.rpc('note_payment', {
      payment_id: view.id,
      provider_ref: started.ref ?? null,
      expires_at: started.expiresAt ?? null,
      next: started.next ?? null,
    })
    if (charged) await record(deps, view.provider, charged.facts, payment)
  }

  /**
   * Charges the saved card that the customer chose. Returns null if no card was chosen, if the card was removed meanwhile, or
   * if the provider stores no cards. Then the payment is started without a saved card.
   */
  const chargeOf = async (adapter: Adapter, view: PaymentView, urls: Urls, budget: Budget): Promise<Charged | null> => {
    if (!view.has_card || !adapter.cards) return null
    const card = await database.rpc<KeptCard | null>('payment_card', { payment_id: view.id })
    return card && await adapter.cards.charge(paymentOf(view), card, urls, budget)
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

  return { begin, beginByLink, redeem }
}

function problemOf(error: unknown): 'payment_declined' | 'payment_not_possible' | 'provider_busy' | 'server_busy' {
  if (error instanceof PaymentRefused) return error.key
  if (error instanceof ProviderFailure) return 'provider_busy'
  return error instanceof RangeError ? 'payment_not_possible' : 'server_busy'
}

/** Checks that the next step leads to an https address. @throws {ProviderFailure} of kind `garbage` for any other address */
function refuseUnsafe(next: Next): void {
  const address = addressOf(next)
  if (address === null || URL.parse(address)?.protocol === 'https:') return
  throw new ProviderFailure('garbage', 'the page to go to is not reached by https')
}

function addressOf(next: Next): string | null {
  if (next.kind === 'form') return next.action
  if (next.kind === 'client') return next.script
  return next.kind === 'test' ? null : next.url
}
