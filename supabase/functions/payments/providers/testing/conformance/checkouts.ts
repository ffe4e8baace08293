/** Conformance of an adapter: how a payment begins, in which currencies, and what the adapter says about itself. */
import { assert, assertEquals, assertRejects } from '@std/assert'
import { PaymentRefused } from '../../errors.ts'
import { decimalsOf } from '../../money.ts'
import type { Adapter, Payment } from '../../types.ts'
import type { Fixture } from '../simulation.ts'
import { NOW, paymentOf, urlsOf, type World } from '../world.ts'
import { assertFact } from './facts.ts'
import { assertGoesTo, assertRequests } from './requests.ts'
import { assertNoSecrets } from './secrets.ts'
import { happeningOf, tell, type Test } from './steps.ts'

/** Defines tests of how a payment begins, and of what an adapter says about itself. */
export function checkouts(fixture: Fixture, test: Test): void {
  const { provider, currency } = fixture
  test('create sends exactly the documented request', async (world) => {
    const payment = paymentOf(currency)
    await assertCreated(fixture, world, payment)
  })

  for (const other of otherCurrencies(fixture)) {
    test(`an amount in ${other} keeps its ${decimalsOf(other)} decimals in requests and responses`, async (world) => {
      const payment = await assertCreated(fixture, world, paymentOf(other))
      const [fact] = await tell(fixture, world, happeningOf('paid', payment))
      assertFact(fixture, fact, { amount: payment.amount, currency: other })
    })
  }

  test('an amount in any of its currencies is taken in the steps that the adapter names', async (world) => {
    for (const code of currencies(fixture)) {
      const step = world.adapter.step?.(code) ?? 1
      assert(Number.isSafeInteger(step) && step >= 1, `the step of ${code}`)
      const amount = Math.ceil(123_457 / step) * step
      await world.adapter.create(
        paymentOf(code, { id: crypto.randomUUID(), amount }),
        urlsOf(provider.name),
        world.budget(),
      )
      if (step === 1) continue
      const finer = paymentOf(code, { id: crypto.randomUUID(), amount: amount + 1 })
      await assertRejects(() => world.adapter.create(finer, urlsOf(provider.name), world.budget()), PaymentRefused)
    }
  })

  test('a repeated create does not start a second payment', async (world) => {
    const one = await world.adapter.create(paymentOf(currency), urlsOf(provider.name), world.budget())
    const other = await world.adapter.create(paymentOf(currency), urlsOf(provider.name), world.budget())
    if (fixture.createsAnew === undefined) assertEquals(other, one)
  })

  test('the adapter describes itself correctly', ({ adapter }) => {
    assert(adapter.currencies.includes(currency), `${currency} is among its currencies`)
    for (const code of adapter.currencies) assert(/^[A-Z]{3}$/.test(code), code)
    assertEquals(new Set(adapter.currencies).size, adapter.currencies.length)
    for (const code of adapter.currencies) assertLimits(adapter, code)
    assertEquals(adapter.isTest, true)
    for (const origin of Object.values(adapter.origins).flat()) {
      assert(/^https:\/\/(\*\.)?[a-z0-9.-]+$/.test(origin), `${origin} is an origin`)
    }
    return Promise.resolve()
  })

  if (fixture.live) {
    test('live keys are recognised as live', ({ adapter }) => {
      assertEquals(adapter.isTest, false)
      return Promise.resolve()
    }, { environment: fixture.live })
  }
}

async function assertCreated(fixture: Fixture, world: World, payment: Payment): Promise<Payment> {
  const urls = urlsOf(fixture.provider.name, payment.id)
  const { asks, ...started } = fixture.creates(payment, urls)
  const answered = await world.adapter.create(payment, urls, world.budget())
  assertRequests(world.asked, asks)
  assertEquals(answered, started)
  const hosts = fixture.provider.hosts ?? []
  for (const { url } of world.asked) assert(hosts.includes(url.host), `${url.host} is among the provider's hosts`)
  assertNoSecrets(fixture, started, 'what the browser gets')
  assertGoesTo(world.adapter, started.next)
  return { ...payment, ref: answered.ref ?? null }
}

function assertLimits({ limits }: Adapter, currency: string): void {
  const { min = 1, max = Number.MAX_SAFE_INTEGER } = limits?.(currency) ?? {}
  assert(Number.isSafeInteger(min) && Number.isSafeInteger(max) && min >= 1 && max >= min, `limits of ${currency}`)
}

function otherCurrencies(fixture: Fixture): readonly string[] {
  if (fixture.currencies) return fixture.currencies
  const kinds = new Set([decimalsOf(fixture.currency)])
  return currencies(fixture).filter((code) => {
    const isNew = !kinds.has(decimalsOf(code))
    kinds.add(decimalsOf(code))
    return isNew
  })
}

/** All currencies of the adapter. */
function currencies({ provider, environment }: Fixture): readonly string[] {
  const adapter = provider.make({
    secret: (variable) => environment[variable] ?? '',
    option: (variable) => environment[variable],
    client: { ask: () => Promise.reject(new Error('nothing is asked while it is made')) },
    log: () => {},
    now: () => NOW,
    nonce: () => '',
  })
  return adapter.currencies
}
