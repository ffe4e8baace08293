import { createHash } from 'node:crypto'
import { assertEquals, assertRejects, assertThrows } from '@std/assert'
import { BadSignature } from '../errors.ts'
import { toMajor } from '../money.ts'
import { conform } from '../testing/conformance.ts'
import type { Asked, Fixture, Happening, Message, Simulation } from '../testing/simulation.ts'
import { paymentOf, urlsOf, withWorld, type World } from '../testing/world.ts'
import type { Payment } from '../types.ts'
import { wipay } from './adapter.ts'
import { hashOf, orderOf } from './signature.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const REQUIRED = [
  'account_number',
  'country_code',
  'currency',
  'environment',
  'fee_structure',
  'method',
  'order_id',
  'origin',
  'response_url',
  'total',
]

/** WiPay's server according to its Payments API Documentation 1.0.8. */
function start({ WIPAY_ACCOUNT_NUMBER: account = '', WIPAY_API_KEY: key = '' }: Record<string, string>): Simulation {
  let begun = 0
  let total = ''
  const transactionOf = (order: string, number: number) =>
    `SB-12-1-${order}-202603011200${String(number).padStart(2, '0')}`
  return {
    answer({ method, url, form, headers }: Asked) {
      assertEquals([method, url.pathname], ['POST', '/plugins/payments/request'])
      assertEquals(headers.get('accept'), 'application/json')
      const isComplete = REQUIRED.every((name) => form.get(name))
      if (!isComplete || form.get('account_number') !== account) {
        return Response.json({ url: `${form.get('response_url')}?status=error`, message: 'Invalid' }, { status: 400 })
      }
      total = form.get('total') ?? ''
      const transaction_id = transactionOf(form.get('order_id') ?? '', begun++)
      return Response.json({ url: 'https://tt.wipayfinancial.com/pay/5f0c', message: 'OK', transaction_id })
    },
    happen: () => {},
    webhook: () => null,
    back: ({ kind, payment, amount, currency }: Happening): Message => {
      const query = {
        card: 'XXXXXXXXXXXX1111',
        currency,
        customer_name: 'Ada Lovelace',
        date: '2026-03-01 12:00:07',
        order_id: payment.id,
        transaction_id: payment.ref ?? '',
        total: toMajor(amount, currency),
        ...(kind === 'paid'
          ? {
            status: 'success',
            message: '[1-R1]: Transaction is approved.',
            hash: md5(`${payment.ref}${total}${key}`),
          }
          : { status: 'failed', message: '[2-R2]: Transaction is declined.' }),
      }
      return { body: '', method: 'GET', query: new URLSearchParams(query).toString(), signed: [] }
    },
    refunds: () => [],
  }
}

const fixture: Fixture = {
  provider: wipay,
  environment: {
    WIPAY_ACCOUNT_NUMBER: '1234567890',
    WIPAY_API_KEY: 'r7ss28j1rp8q4',
    WIPAY_COUNTRY: 'TT',
    WIPAY_SANDBOX: 'true',
  },
  live: { WIPAY_ACCOUNT_NUMBER: '4630514872', WIPAY_API_KEY: '6bw2lj079aau', WIPAY_COUNTRY: 'TT' },
  currency: 'USD',
  isSigned: true,
  createsAnew: 'WiPay has no way to find a transaction again',
  tells: [],
  start,
  creates: (payment, urls) => ({
    asks: [{
      method: 'POST',
      url: 'https://tt.wipayfinancial.com/plugins/payments/request',
      form: {
        account_number: '1234567890',
        avs: '0',
        country_code: 'TT',
        currency: payment.currency,
        environment: 'sandbox',
        fee_structure: 'merchant_absorb',
        method: 'credit_card',
        order_id: payment.id,
        origin: 'Hackney',
        response_url: urls.back,
        total: '1234.50',
      },
    }],
    next: { kind: 'redirect', url: 'https://tt.wipayfinancial.com/pay/5f0c' },
    ref: `SB-12-1-${payment.id}-20260301120000`,
  }),
}
conform(fixture)

Deno.test('wipay: the hash matches the documented example', () => {
  // The example of WiPay Payments API Documentation 1.0.8, "Transaction Response: Example: FAC", with the key 123 of the test
  // account.
  assertEquals(hashOf('SB-12-1-oid_123-aBc-20210616024001', '10.00', '123'), '3d34d20260f7433ceee277e9ed9166a3')
})

Deno.test('wipay: an order in Jamaica has 16 characters', () => {
  assertEquals(orderOf(paymentOf('JMD').id, 'JM').length, 16)
  assertEquals(orderOf(paymentOf('TTD').id, 'TT'), paymentOf('TTD').id)
})

Deno.test('wipay: an unsupported country is an invalid configuration', () => {
  const environment: Record<string, string> = { ...fixture.environment, WIPAY_COUNTRY: 'DE' }
  assertThrows(() => withMade(environment), Error, 'WIPAY_COUNTRY')
})

function withMade(environment: Record<string, string>): void {
  wipay.make({
    secret: (name) => environment[name] ?? '',
    option: (name) => environment[name],
    client: { ask: () => Promise.reject(new Error('nothing is asked')) },
    log: () => {},
    now: () => 0,
    nonce: () => '',
  })
}

async function begun({ adapter, budget }: World): Promise<Payment> {
  const payment = paymentOf('USD')
  const { ref = null } = await adapter.create(payment, urlsOf('wipay'), budget())
  return { ...payment, ref }
}

async function back(world: World, payment: Payment, kind: Happening['kind'], changes: Record<string, string> = {}) {
  const { amount, currency } = payment
  const message = await world.simulation.back?.({ kind, payment, amount, currency, at: 0, number: 1 })
  const query = new URLSearchParams(message?.query)
  for (const [name, value] of Object.entries(changes)) query.set(name, value)
  const { heardOf, adapter, budget } = world
  const heard = { ...heardOf({ body: '', signed: [] }), url: new URL(`${urlsOf('wipay').back}?${query}`) }
  return await adapter.returned?.(payment, heard, budget())
}

Deno.test('wipay: a return is read even if a second question mark starts its parameters', () =>
  withWorld(fixture, async (world) => {
    const facts = await back(world, await begun(world), 'paid')
    assertEquals(facts?.map(({ kind, amount, currency }) => [kind, amount, currency]), [['paid', 123_450, 'USD']])
  }))

Deno.test('wipay: a declined card ends the attempt and pays nothing', () =>
  withWorld(fixture, async (world) => {
    const facts = await back(world, await begun(world), 'failed')
    assertEquals(facts?.map(({ kind, amount }) => [kind, amount]), [['failed', null]])
  }))

Deno.test('wipay: a transaction that another person started for our order does not count', () =>
  withWorld(fixture, async (world) => {
    const payment = await begun(world)
    // A transaction in a cheaper currency: its hash would match, because the hash covers the total but no currency.
    const transaction_id = `SB-13-1-${payment.id}-20260301120500`
    const hash = md5(`${transaction_id}1234.50${fixture.environment.WIPAY_API_KEY}`)
    await assertRejects(() => back(world, payment, 'paid', { transaction_id, hash }), BadSignature)
  }))

Deno.test('wipay: a total that differs from the stored one does not count, whatever the return says', () =>
  withWorld(fixture, async (world) => {
    const payment = await begun(world)
    const hash = md5(`${payment.ref}1.00${fixture.environment.WIPAY_API_KEY}`)
    await assertRejects(() => back(world, payment, 'paid', { total: '1.00', hash }), BadSignature)
  }))
