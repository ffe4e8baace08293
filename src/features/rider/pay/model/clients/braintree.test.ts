import { expect, it, vi } from 'vitest'
import { mountBraintree } from './braintree'

const script = 'https://js.braintreegateway.com/web/dropin/1.44.1/js/dropin.min.js'

/** A stand-in for Braintree's script, with the calls that the page makes. */
function dropIn() {
  const requestPaymentMethod = vi.fn(async (_: object) => ({ nonce: 'tokencc_1' }))
  const create = vi.fn(async (_: object) => ({ requestPaymentMethod, teardown: async () => undefined }))
  Object.assign(window, { braintree: { dropin: { create } } })
  return { create, requestPaymentMethod }
}

async function mount(params: Record<string, string | boolean>) {
  const element = document.createElement('div')
  const form = mountBraintree({ element, next: { kind: 'client', script, params }, amount: '12.50', lang: 'de-AT' })
  document.querySelector(`script[src="${script}"]`)?.dispatchEvent(new Event('load'))
  return form
}

it('Braintree gets a nonce for the amount, and the bank’s challenge is shown in its place', async () => {
  const { create, requestPaymentMethod } = dropIn()
  const form = await mount({ authorization: 'token', threeDSecure: true })
  expect(create).toHaveBeenCalledWith(
    expect.objectContaining({ authorization: 'token', locale: 'de_AT', threeDSecure: true })
  )
  expect(await form.submit()).toEqual({ nonce: 'tokencc_1' })
  expect(requestPaymentMethod).toHaveBeenLastCalledWith({ threeDSecure: { amount: '12.50' } })
  const asked = await mount({ authorization: 'token', threeDSecure: true, asksOwner: true })
  await asked.submit()
  expect(requestPaymentMethod).toHaveBeenLastCalledWith({ threeDSecure: { amount: '12.50', challengeRequested: true } })
})
