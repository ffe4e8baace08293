import type { MountClient } from './client'
import { loadScript } from './script'

interface DropIn {
  requestPaymentMethod: (options: object) => Promise<{ nonce: string }>
  teardown: () => Promise<void>
}

interface Braintree {
  dropin: { create: (options: object) => Promise<DropIn> }
}

/** Braintree's Drop-in: the card's number goes into a frame of theirs, and the page gets a nonce. */
export const mountBraintree: MountClient = async ({ element, next, amount, lang }) => {
  await loadScript(next.script)
  const { dropin } = (window as unknown as { braintree: Braintree }).braintree
  const form = await dropin.create({
    container: element,
    authorization: next.params.authorization,
    locale: lang.replace('-', '_'),
    threeDSecure: true
  })
  return {
    submit: async () => ({ nonce: (await form.requestPaymentMethod({ threeDSecure: { amount } })).nonce }),
    remove: () => void form.teardown()
  }
}
