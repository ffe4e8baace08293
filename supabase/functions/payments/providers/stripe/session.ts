/** The form with which a session of Stripe Checkout begins. */
import { knownEmailOf } from '../figures.ts'
import type { Payment, Urls } from '../types.ts'
import { toStripe } from './money.ts'

/**
 * Lifetime of a checkout session (ms). It is counted from the payment's creation, so that a repeated request is equal to the
 * first one. Stripe requires this of requests with the same idempotency key. Stripe allows 30 minutes to 24 hours.
 */
const LIFE_MS = 2 * 60 * 60_000
/** Languages of Stripe's page that we request. For a customer with any other language Stripe uses the browser's language. */
const LOCALES = new Set(
  'bg cs da de el en es et fi fil fr hr hu id it ja ko lt lv ms mt nb nl pl pt ro ru sk sl sv th tr vi zh'.split(' '),
)

/** Returns the form for a payment, and the time after which Stripe accepts no money (ISO 8601). */
export function sessionForm(payment: Payment, urls: Urls): { form: URLSearchParams; expiresAt: string } {
  const { id, currency, product, lang, isHold, savesCard } = payment
  const email = knownEmailOf(payment)
  const expires = Math.floor((Date.parse(payment.createdAt) + LIFE_MS) / 1000)
  const form = new URLSearchParams({
    mode: 'payment',
    client_reference_id: id,
    'metadata[payment_id]': id,
    'payment_intent_data[metadata][payment_id]': id,
    ...(isHold && { 'payment_intent_data[capture_method]': 'manual' }),
    ...(savesCard && { customer_creation: 'always', 'payment_intent_data[setup_future_usage]': 'off_session' }),
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': String(toStripe(payment.amount, currency)),
    'line_items[0][price_data][product_data][name]': product,
    ...(email !== undefined && { customer_email: email }),
    locale: LOCALES.has(lang) ? lang : 'auto',
    success_url: urls.back,
    cancel_url: urls.cancel,
    expires_at: String(expires),
  })
  return { form, expiresAt: new Date(expires * 1000).toISOString() }
}
