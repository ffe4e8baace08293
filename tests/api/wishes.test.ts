import { createClient } from '@supabase/supabase-js'
import { beforeAll, expect, it } from 'vitest'
import { type Person, service, signIn, textTo } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { carTypeId, estimate } from '../support/ride.ts'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()
const phone = '+4235557745'

let rider: Person

beforeAll(async () => {
  rider = await signIn(env, 'rider18@hackney.test')
})

const book = async (details: Record<string, unknown>) =>
  rider.client.rpc('create_booking', {
    quote_id: (await estimate(rider.client)).quote_id ?? '',
    payment_mode: 'cash',
    details: details as never
  })

it('a visitor sees which cars meet the wishes, and a booking that no car meets is refused', async () => {
  const visitor = createClient(env.SUPABASE_URL, env.SUPABASE_PUBLISHABLE_KEY)
  const cab = await carTypeId(rider.client)
  const asked = await visitor.rpc('cars_that_carry', { requirements: { child_seats: 4 } })
  const rows = unwrap(asked) as { car_type_id: string; fits: boolean }[]
  expect(rows.find(({ car_type_id }) => car_type_id === cab)?.fits).toBe(false)
  expect((await book({ requirements: { child_seats: 4 } })).error).toMatchObject({ message: 'car_type_unsuitable' })
  expect((await book({ requirements: { wheel_chair: true } })).error).toMatchObject({ message: 'requirements_invalid' })
})

it('a guest gets a link by text message, and only that link shows the start code', async () => {
  const since = Date.now()
  const booking = unwrap(
    await book({ guest_name: 'Eva Kranz', guest_phone: phone, requirements: { seats: 3, luggage: 0 } })
  )
  expect(booking.requirements).toEqual({ seats: 3 })
  const text = await textTo(env, phone, since)
  const token = /\/t\/([0-9a-f]{32})/.exec(text)?.[1] ?? ''
  const code = unwrap(await rider.client.rpc('start_code', { booking_id: booking.id }))
  expect(text).toContain(code)
  const visitor = createClient(env.SUPABASE_URL, env.SUPABASE_PUBLISHABLE_KEY)
  expect((await visitor.rpc('shared_trip', { token })).data).toMatchObject({ start_code: code })
  const own = unwrap(await rider.client.rpc('share_trip', { booking_id: booking.id }))
  expect(own).not.toBe(token)
  expect((await visitor.rpc('shared_trip', { token: own })).data).toMatchObject({ start_code: null })
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: booking.id, reason: 'test' }))
  expect((await visitor.rpc('shared_trip', { token })).data).toMatchObject({ status: 'CANCELLED', start_code: null })
  // The text is sent: neither code nor secret stays in the outbox.
  expect(
    (
      await service(env)
        .from('guest_links' as never)
        .select()
    ).error
  ).not.toBeNull()
})
