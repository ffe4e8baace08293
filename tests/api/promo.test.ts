import { beforeAll, expect, it } from 'vitest'
import { type Person, service, signIn } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { cents, estimate } from '../support/ride.ts'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()
const code = `API-${Date.now()}`

let rider: Person

beforeAll(async () => {
  rider = await signIn(env, 'rider12@hackney.test')
  const promo = { promo_name: code, promo_discount_value: 3, promo_validity: '2099-12-31', promo_usage_limit: 1 }
  const { id } = unwrap(await service(env).from('promos').insert(promo).select('id').single())
  return async () => {
    await service(env).from('promos').delete().eq('id', id)
  }
})

it('a promotion is redeemed by a booking, and released when the booking is cancelled', async () => {
  const quote_id = (await estimate(rider.client)).quote_id ?? ''
  const quote = unwrap(await rider.client.rpc('apply_promo', { quote_id, code: code.toLowerCase() }))
  expect(quote).toMatchObject({ promo_code: code, discount_amount: 3 })
  expect(cents(quote.payable_amount)).toBe(cents(quote.trip_cost) - 300)
  const booking = unwrap(await rider.client.rpc('create_booking', { quote_id, payment_mode: 'cash' }))
  expect(booking).toMatchObject({ promo_applied: true, promo_code: code, discount_amount: 3 })
  expect(cents(booking.payable_amount)).toBe(cents(quote.cash_amount))

  const again = (await estimate(rider.client)).quote_id ?? ''
  const used = await rider.client.rpc('apply_promo', { quote_id: again, code })
  expect(used.error).toMatchObject({ code: 'PT409', message: 'promo_used' })

  unwrap(await rider.client.rpc('cancel_booking', { booking_id: booking.id, reason: 'test' }))
  unwrap(await rider.client.rpc('apply_promo', { quote_id: again, code }))
  const off = unwrap(await rider.client.rpc('apply_promo', { quote_id: again, code: '' }))
  expect(off).toMatchObject({ promo_code: null, discount_amount: 0 })
})
