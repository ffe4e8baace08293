import { languageOf } from '../_shared/messages/language.ts'
import type { CheckoutAnswered, PaymentState } from './contract.ts'
import { toMinor } from './providers/money.ts'
import type { Next, Payment, ProviderName } from './providers/types.ts'
import { type Product, productName } from './words.ts'

/** A payment as the SQL function `app.payment_json` returns it. Amounts are texts with decimals, such as `12.50`. */
export interface PaymentView {
  id: string
  purpose: Payment['purpose']
  provider: ProviderName
  is_hold: boolean
  status: PaymentState['payment']['status']
  amount: string
  currency: string
  authorized_amount: string
  captured_amount: string
  refunded_amount: string
  provider_ref: string | null
  charge_ref: string | null
  booking_id: string | null
  booking_status: string | null
  reference: string | null
  product: Product
  /** The secret of the pay link, if the payment is for a street trip and was begun by that link. */
  pay_token?: string | null
  customer: {
    id: string
    first_name: string | null
    last_name: string | null
    email: string | null
    mobile: string | null
    lang: string | null
  }
  created_at: string
  expires_at: string | null
  /** Whether the payer chose a saved card. */
  has_card?: boolean
  /** Whether the customer agreed to save the card. */
  saves_card?: boolean
  /** The next step; only in the result of `payment_view`. */
  next?: Next | null
}

/** Whether a payment is undecided. A failed one counts as undecided, because another attempt may follow. */
export const isUndecided = ({ status }: PaymentView): boolean => status === 'created' || status === 'failed'

/**
 * Converts a payment into the form that providers' adapters get.
 *
 * @throws {RangeError} if the amount is impossible in its currency
 */
export function paymentOf(view: PaymentView): Payment {
  const { customer } = view
  const lang = languageOf({ lang: customer.lang }, 'en')
  return {
    id: view.id,
    purpose: view.purpose,
    amount: toMinor(view.amount, view.currency),
    currency: view.currency,
    isHold: view.is_hold,
    savesCard: view.saves_card ?? false,
    ref: view.provider_ref,
    chargeRef: view.charge_ref,
    createdAt: view.created_at,
    product: productName(view.product, lang),
    customer: {
      id: customer.id,
      firstName: customer.first_name ?? '',
      lastName: customer.last_name ?? '',
      email: customer.email ?? '',
      mobile: customer.mobile ?? '',
    },
    lang,
  }
}

/** Returns the fields that the browser posts to the checkout's link. */
export function fieldsOf(view: PaymentView): CheckoutAnswered['fields'] {
  const { customer, product } = view
  return {
    order_id: view.reference ?? view.id,
    amount: view.amount,
    currency: view.currency,
    product_name: productName(product, languageOf({ lang: customer.lang }, 'en')),
    first_name: customer.first_name ?? '',
    last_name: customer.last_name ?? '',
    quantity: '1',
    cust_id: customer.id,
    mobile_no: customer.mobile ?? '',
    email: customer.email ?? '',
  }
}

/** Converts a payment into the form that its payer gets. */
export function stateOf(view: PaymentView, isTest: boolean): PaymentState {
  return {
    payment: {
      id: view.id,
      provider: view.provider,
      purpose: view.purpose,
      kind: view.product.kind,
      status: view.status,
      is_hold: view.is_hold,
      amount: Number(view.amount),
      currency: view.currency,
      refunded_amount: Number(view.refunded_amount),
      booking_id: view.booking_id,
      booking_status: view.booking_status,
      reference: view.reference,
      test: isTest,
      created_at: view.created_at,
      expires_at: view.expires_at,
    },
    next: isUndecided(view) ? view.next ?? null : null,
  }
}
