/** The payments function: saved cards. */
import { assert, assertEquals } from '@std/assert'
import { CARD_CONSENT } from './consent.ts'
import { PaymentRefused } from './providers/errors.ts'
import { call, location, page, wish } from './testing/calls.ts'
import { adapterOf, factOf, FUNCTION_URL, PAYMENT, viewOf, worldOf } from './testing/doubles.ts'

/** A provider with saved cards that behaves as `does` says. */
function keeping(does: 'pays' | 'asks' | 'declines') {
  const charged: string[] = []
  const adapter = adapterOf({
    create: () => Promise.resolve({ next: { kind: 'redirect', url: 'https://pay.example/new' }, ref: 'cs_new' }),
    cards: {
      offSession: true,
      charge: (_payment, { token }) => {
        charged.push(token)
        if (does === 'declines') return Promise.reject(new PaymentRefused('lost_card'))
        if (does === 'pays') return Promise.resolve({ facts: [factOf({ ref: 'pi_1' })], ref: 'pi_1' })
        return Promise.resolve({ facts: [], ref: 'pi_1', next: { kind: 'redirect', url: 'https://bank.example/3ds' } })
      },
      forget: () => Promise.resolve(),
    },
  })
  return { adapter, charged }
}

const withCard = {
  redeem_checkout: viewOf({ has_card: true }),
  payment_card: { token: 'pm_1', customer: 'cus_1' },
}
Deno.test('a saved card is charged with the token that only the database has', async () => {
  const { adapter, charged } = keeping('pays')
  const world = worldOf({ adapters: { stripe: adapter }, answers: withCard })
  assertEquals([await location(world, 'checkout/token'), charged], [page, ['pm_1']])
  assertEquals(world.argsOf('note_payment')[0], {
    payment_id: PAYMENT,
    provider_ref: 'pi_1',
    expires_at: null,
    next: null,
  })
  assertEquals(world.argsOf('record_payment_event').map(({ status }) => status), ['paid'])
  assert(!JSON.stringify(world.lines).includes('pm_1'), 'no token in the log')
})

Deno.test('a saved card follows its bank’s challenge, pays nothing if declined, and is replaced by a normal checkout after removal', async () => {
  const asks = worldOf({ adapters: { stripe: keeping('asks').adapter }, answers: withCard })
  assertEquals(await location(asks, 'checkout/token'), page)
  assertEquals(asks.argsOf('note_payment')[0]?.['next'], { kind: 'redirect', url: 'https://bank.example/3ds' })
  assertEquals(asks.argsOf('record_payment_event'), [])
  const declines = worldOf({ adapters: { stripe: keeping('declines').adapter }, answers: withCard })
  assertEquals(await location(declines, 'checkout/token'), `${page}?problem=payment_declined`)
  const { adapter, charged } = keeping('pays')
  const gone = worldOf({ adapters: { stripe: adapter }, answers: { ...withCard, payment_card: null } })
  await location(gone, 'checkout/token')
  assertEquals([charged, gone.argsOf('note_payment')[0]?.['provider_ref']], [[], 'cs_new'])
})

Deno.test('a card is saved under the current consent text, with a provider that stores cards', async () => {
  const stripe = keeping('pays').adapter
  const saves = worldOf({ adapters: { stripe } })
  assertEquals((await call(saves, 'checkout', { ...wish, consent: CARD_CONSENT })).status, 200)
  assertEquals(saves.argsOf('create_payment')[0]?.['consent'], CARD_CONSENT)
  for (const consent of ['2020-01', 'yes', true]) {
    assertEquals((await call(worldOf({ adapters: { stripe } }), 'checkout', { ...wish, consent })).status, 400)
  }
  for (const wanted of [{ consent: CARD_CONSENT }, { card: PAYMENT }]) {
    const { status, body } = await call(worldOf(), 'checkout', { ...wish, ...wanted })
    assertEquals([status, body['code']], [409, 'payment_not_possible'])
  }
})

Deno.test('a card in a provider’s fact goes to the database, and its token nowhere else', async () => {
  const card = { token: 'pm_secret', customer: null, brand: 'visa', last4: '4242', expMonth: 8, expYear: 2030 }
  const world = worldOf({ adapters: { stripe: adapterOf({ verify: () => Promise.resolve([factOf({ card })]) }) } })
  await world.handler(new Request(`${FUNCTION_URL}/webhook/stripe`, { method: 'POST', body: '{}' }))
  assertEquals(world.argsOf('save_card'), [{
    payment_id: PAYMENT,
    token: 'pm_secret',
    customer_ref: null,
    brand: 'visa',
    last4: '4242',
    exp_month: 8,
    exp_year: 2030,
  }])
  assert(!JSON.stringify([world.lines, world.argsOf('record_payment_event')]).includes('pm_secret'))
})
