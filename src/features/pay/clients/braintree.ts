import type { MountClient } from './client'
import { loadScript } from './script'

interface DropIn {
  requestPaymentMethod: (options: object) => Promise<{ nonce: string }>
  teardown: () => Promise<void>
}

interface Braintree {
  dropin: { create: (options: object) => Promise<DropIn> }
}

/**
 * Braintree's Drop-in: the card's number goes into a frame of theirs, the bank's question opens over the page, and the page
 * gets a nonce. Of a kept card whose bank asks it shows the card.
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
  // The bank has asked for the card's owner already: its question is put to them, whatever the lookup thinks of the risk.
  const threeDSecure = { amount, ...(next.params.asksOwner === true && { challengeRequested: true }) }
  return {
    submit: async () => ({ nonce: (await form.requestPaymentMethod({ threeDSecure })).nonce }),
    remove: () => void form.teardown()
  }
}
