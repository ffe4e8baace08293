/** The objects that the simulated server of Stripe stores, and how it refuses. */

export type Fields = Record<string, unknown>

export interface Intent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  amount_capturable: number
  currency: string
  capture_method: string
  status: string
  metadata: Fields
  latest_charge: Fields | null
  setup_future_usage?: string
  customer?: string
  payment_method?: string
  next_action?: Fields
}

export interface Session {
  id: string
  object: 'checkout.session'
  url: string
  status: string
  payment_status: string
  client_reference_id: string | null
  amount_total: number
  currency: string
  livemode: boolean
  customer_details: Fields | null
  payment_intent: string | null
  customer?: string | null
}

/** The only saved card that this server knows. */
export const KEPT = {
  token: 'pm_1MtsXfLkdIwHu7ixl3nkSyS3',
  customer: 'cus_9s6XKzkNRiz8i3',
  brand: 'visa',
  last4: '4242',
  expMonth: 8,
  expYear: 2030,
}

/** Converts minor units into Stripe's units: for ISK and UGX Stripe uses two decimals that the currencies do not have. */
export const unitsOf = (minor: number, currency: string) => ['ISK', 'UGX'].includes(currency) ? minor * 100 : minor

export const refused = (code: string, status = 400) =>
  Response.json({ error: { type: 'invalid_request_error', code, message: `No: ${code}` } }, { status })

/** Returns a session for an id that this server did not create, so that webhooks about unknown sessions can be tested. */
export const strangeSession = (id: string, payment: string): Session => ({
  id,
  object: 'checkout.session',
  url: '',
  status: 'complete',
  payment_status: 'paid',
  client_reference_id: payment,
  amount_total: 123_450,
  currency: 'eur',
  livemode: false,
  customer_details: null,
  payment_intent: 'pi_strange',
})
