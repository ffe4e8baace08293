import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../support/ask.ts'
import { type Person, signIn } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { accept, book, estimate, goOnline } from '../support/ride.ts'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()
const PARALLEL = 30
const _post = (path: string, body: object) => ask(env, path, { body: JSON.stringify(body) })

let rider: Person
let driver: Person

beforeAll(async () => {
  ;[rider, driver] = await Promise.all([signIn(env, 'rider4@hackney.test'), signIn(env, 'driver@hackney.test')])
})
afterAll(() => Promise.all([rider, driver].map(({ client }) => client.removeAllChannels())))

describe('simultaneous attacks', () => {
  it('create one booking from one quote, and get five guesses at a start code', async () => {
    const { quote_id } = await estimate(rider.client)
    const order = { quote_id: quote_id ?? '', payment_mode: 'cash' }
    await goOnline(driver)
    const made = await Promise.all(Array.from({ length: 4 }, () => rider.client.rpc('create_booking', order)))
    expect(made.filter(({ data }) => data).length).toBe(1)
    expect(made.flatMap(({ error }) => error?.message ?? [])).toEqual(Array(3).fill('quote_used'))
    const booking_id = unwrap(made.find(({ data }) => data) ?? { data: null, error: null }).id

    await accept(driver, booking_id)
    unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id }))
    const code = unwrap(await rider.client.rpc('start_code', { booking_id }))
    const guesses = Array.from({ length: PARALLEL }, (_, index) => String(index).padStart(5, '0'))
    const answers = await Promise.all(
      guesses.filter((otp) => otp !== code).map((otp) => driver.client.rpc('start_trip', { booking_id, otp }))
    )
    const wrong = answers.filter(({ error }) => error?.message === 'start_code_wrong')
    expect(wrong.length).toBe(5)
    expect(answers.every(({ error }) => /^start_code_(wrong|locked)$/.test(error?.message ?? ''))).toBe(true)
    const late = await driver.client.rpc('start_trip', { booking_id, otp: code })
    expect(late.error?.message).toBe('start_code_locked')
    unwrap(await rider.client.rpc('cancel_booking', { booking_id, reason: 'Locked out' }))
  })

  it('pay a trip once, however often its driver confirms it', async () => {
    await goOnline(driver)
    const { id: booking_id } = await book(rider)
    await accept(driver, booking_id)
    unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id }))
    const otp = unwrap(await rider.client.rpc('start_code', { booking_id }))
    unwrap(await driver.client.rpc('start_trip', { booking_id, otp }))
    for (const { client } of [rider, driver]) {
      expect((await client.rpc('cancel_booking', { booking_id, reason: 'x' })).error?.message).toBe('cannot_cancel')
    }
    unwrap(await driver.client.rpc('reach_drop', { booking_id }))
    await Promise.all(Array.from({ length: 4 }, () => driver.client.rpc('confirm_cash', { booking_id })))
    const events = unwrap(await rider.client.from('booking_events').select('to_status').eq('booking_id', booking_id))
    expect(events.filter(({ to_status }) => to_status === 'PAID').length).toBe(1)
    unwrap(await rider.client.rpc('rate_booking', { booking_id }))
  })
})
