import { beforeAll, describe, expect, it } from 'vitest'
import { newestCode, type Person, service, signIn, visitor } from '../support/people.ts'
import { type Place, schaan, vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { accept, book, cents, estimate, goOnline } from '../support/ride.ts'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()
const near: Place = { lat: 47.1445, lng: 9.5205, add: 'Schwefel, Vaduz' }
let driver: Person
let rider: Person

beforeAll(async () => {
  driver = await signIn(env, 'driver@hackney.test')
  rider = await signIn(env, 'rider13@hackney.test')
})

/** From acceptance to cash, without moving. */
async function ride(by: Person, booking_id: string): Promise<void> {
  unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id }))
  const { data: otp } = await by.client.rpc('start_code', { booking_id })
  unwrap(await driver.client.rpc('start_trip', { booking_id, otp: otp ?? '' }))
  unwrap(await driver.client.rpc('reach_drop', { booking_id }))
  unwrap(await driver.client.rpc('confirm_cash', { booking_id }))
}

const walletOf = async ({ id, client }: Person): Promise<number> =>
  cents(unwrap(await client.from('profiles').select('wallet_balance').eq('id', id).single()).wallet_balance)

describe('a ring of invented accounts', () => {
  const stamp = Date.now()
  let referrer: Person

  /** One of many addresses of the same mailbox, invited by the referrer. */
  async function invent(number: number, referral_id: string): Promise<Person> {
    const email = `mint${stamp}+${number}@hackney.test`
    const client = visitor(env)
    const since = Date.now()
    const data = { first_name: 'Mint', last_name: 'Er', mobile: '+4235551234', referral_id }
    expect((await client.auth.signInWithOtp({ email, options: { data } })).error).toBeNull()
    const token = await newestCode(env, email, since)
    const { data: session } = await client.auth.verifyOtp({ email, token, type: 'email' })
    unwrap(await client.rpc('update_profile', { first_name: 'Mint', last_name: 'Er', mobile: '+4235551234' }))
    return { id: session.user?.id ?? '', email, client }
  }

  it('has no more money after its rides than before, whatever it pays, tips or withdraws', async () => {
    referrer = await signIn(env, 'rider14@hackney.test')
    const { referral_id } = unwrap(
      await referrer.client.from('profiles').select('referral_id').eq('id', referrer.id).single()
    )
    const before = (await walletOf(driver)) + (await walletOf(referrer))
    const invented: Person[] = []
    for (const number of [1, 2, 3]) {
      const person = await invent(number, referral_id)
      invented.push(person)
      await goOnline(driver)
      const { id } = await book(person)
      await accept(driver, id)
      await ride(person, id)
      const { error } = await person.client.rpc('tip_driver', { booking_id: id, amount: 5 })
      expect(error?.message).toBe('insufficient_balance')
    }
    const [driving, inviting, ...others] = await Promise.all([driver, referrer, ...invented].map(walletOf))
    const after = others.reduce((sum, wallet) => sum + wallet, (driving ?? 0) + (inviting ?? 0))
    expect(after).toBeLessThanOrEqual(before)
  })
})

describe('a rider with a discount for a long ride', () => {
  it('loses it on a short ride', async () => {
    const quote = await estimate(rider.client)
    const code = `LONG-${Date.now()}`
    const promo = {
      promo_name: code,
      promo_discount_value: 5,
      min_order: Math.floor(quote.trip_cost),
      promo_validity: '2099-12-31',
      promo_usage_limit: 9
    }
    unwrap(await service(env).from('promos').insert(promo).select('id').single())
    const quote_id = quote.quote_id ?? ''
    expect(unwrap(await rider.client.rpc('apply_promo', { quote_id, code })).discount_amount).toBe(5)
    await goOnline(driver)
    const { id } = unwrap(await rider.client.rpc('create_booking', { quote_id, payment_mode: 'cash' }))
    await accept(driver, id)
    await ride(rider, id)
    const paid = unwrap(await rider.client.from('bookings').select().eq('id', id).single())
    expect(paid).toMatchObject({ discount_amount: 0, promo_applied: false })
    expect(cents(paid.customer_paid)).toBe(cents(paid.trip_cost))
    const again = (await estimate(rider.client, vaduz, schaan)).quote_id ?? ''
    expect((await rider.client.rpc('apply_promo', { quote_id: again, code })).error).toBeNull()
  })

  it('cannot shorten an accepted ride unless the driver agrees', async () => {
    await goOnline(driver)
    const { id, trip_cost } = await book(rider)
    await accept(driver, id)
    const shorter = async (): Promise<string> => (await estimate(rider.client, vaduz, near)).quote_id ?? ''
    const asked = unwrap(await rider.client.rpc('change_route', { booking_id: id, quote_id: await shorter() }))
    expect(asked.trip_cost).toBe(trip_cost)
    expect((await rider.client.rpc('accept_route_change', { booking_id: id })).error?.message).toBe('not_a_driver')
    expect(unwrap(await driver.client.rpc('decline_route_change', { booking_id: id })).trip_cost).toBe(trip_cost)
    unwrap(await rider.client.rpc('change_route', { booking_id: id, quote_id: await shorter() }))
    const agreed = unwrap(await driver.client.rpc('accept_route_change', { booking_id: id }))
    expect(cents(agreed.trip_cost)).toBeLessThan(cents(trip_cost))
    await ride(rider, id)
  })

  it('pays a fee after leaving several drivers', async () => {
    const leaver = await signIn(env, 'rider15@hackney.test')
    const fees: number[] = []
    for (let number = 0; number < 4; number++) {
      await goOnline(driver)
      const { id } = await book(leaver)
      await accept(driver, id)
      const asked = unwrap(await leaver.client.rpc('cancellation_quote', { booking_id: id }))
      const { cancellation_fee } = unwrap(await leaver.client.rpc('cancel_booking', { booking_id: id, reason: 'x' }))
      expect(cancellation_fee).toBe(asked)
      fees.push(cents(cancellation_fee))
    }
    expect(fees.slice(0, 3)).toEqual([0, 0, 0])
    expect(fees[3]).toBeGreaterThan(0)
  })
})
