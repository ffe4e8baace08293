/** Errors of adapters that are not failures of the provider's server. */

/**
 * Thrown for a webhook or a return that cannot be proved to be from the provider, or is too old. A webhook then gets the
 * response 401, without a reason.
 */
export class BadSignature extends Error {
  override name = 'BadSignature'
}

/** Thrown when a provider refuses permanently. The message is for log and staff, `key` names the text for the customer. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused'
  readonly key: 'payment_declined' | 'payment_not_possible'

  constructor(message: string, key: 'payment_declined' | 'payment_not_possible' = 'payment_declined') {
    super(message)
    this.key = key
  }
}
