import type { MountClient } from './form'
import { loadScript } from './script'

interface DropIn {
  requestPaymentMethod: (options: object) => Promise<{ nonce: string }>
  teardown: () => Promise<void>
}

interface Braintree {
  dropin: { create: (options: object) => Promise<DropIn> }
}

/**
 * Mounts Braintree's form in our page (Drop-in). The card number is entered in Braintree's iframe, so our page only gets a
 * nonce (a one-time token). The bank's 3-D Secure dialog opens over the page. The form is also used for a saved card whose bank
 * requires 3-D Secure; it then shows that card.
 */
export const mountBraintree: MountClient = async ({ element, next, amount, lang }) => {
  await loadScript(next.script)
  const { dropin } = (window as unknown as { braintree: Braintree }).braintree
  const form = await dropin.create({
    container: element,
    authorization: next.params.authorization,
    locale: lang.replace('-', '_'),
    threeDSecure: true
  })
  // The bank has already required 3-D Secure, so its dialog is requested even if Braintree's risk check would skip it.
  const threeDSecure = { amount, ...(next.params.asksOwner === true && { challengeRequested: true }) }
  return {
    submit: async () => ({ nonce: (await form.requestPaymentMethod({ threeDSecure })).nonce }),
    remove: () => void form.teardown()
  }
}
