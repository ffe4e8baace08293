/**
 * Returns the origins that our page has to allow for Braintree's form (Drop-in):
 * https://developer.paypal.com/braintree/docs/guides/client-sdk/setup/javascript/v3#content-security-policy
 */
export function originsOf(isTest: boolean) {
  const kind = isTest ? '.sandbox' : ''
  const paypal = ['https://www.paypal.com', 'https://www.sandbox.paypal.com']
  // The service that asks the customer's bank for authentication.
  const bank = 'https://*.cardinalcommerce.com'
  return {
    script: ['https://js.braintreegateway.com', 'https://www.paypalobjects.com', ...paypal, bank],
    frame: ['https://assets.braintreegateway.com', ...paypal, bank],
    connect: [
      `https://api${kind}.braintreegateway.com`,
      `https://client-analytics${kind}.braintreegateway.com`,
      'https://*.braintree-api.com',
      ...paypal,
      bank,
    ],
  }
}
