/**
 * A hostile client with the publishable key and a session, against payments: other people's cards, double payments, races,
 * locked periods.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openClock } from '../support/clock.ts'
import {
  act,
  allowTestPayments,
  begin,
  checkout,
  eventOf,
  post,
  postUntilAccepted,
  postWebhook,
  statusOf,
  untilStatus
} from '../support/payments.ts'
import { type Person, service, signIn, visitor } from '../support/people.ts'
import { invoke, unwrap } from '../support/responses.ts'
import { bookAccepted, cents, goOnline, start } from '../support/ride.ts'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()
let rider: Person
let other: Person
let driver: Person
let admin: Person
let second: Person

beforeAll(async () => {
  await allowTestPayments(env, true)
  ;[rider, other, driver, admin, second] = (await Promise.all(
    ['rider25', 'rider27', 'driver', 'admin', 'admin2'].map((name) => signIn(env, `${name}@hackney.test`))
  )) as [Person, Person, Person, Person, Person]
})
afterAll(() => allowTestPayments(env, false))

const walletOf = async ({ id }: Person): Promise<number> =>
  cents(unwrap(await service(env).from('profiles').select('wallet_balance').eq('id', id).single()).wallet_balance)

const topup = (person: Person, more: object = {}) => begin(person, { purpose: 'topup', amount: 25, ...more })

/** The change of a person's wallet while `run` runs, in cents. */
async function added(person: Person, run: () => Promise<unknown>): Promise<number> {
  const before = await walletOf(person)
  await run()
  return (await walletOf(person)) - before
}

const CONSENT = '2026-11' as const

describe('another person’s saved card', () => {
  let card = ''
  beforeAll(async () => {
    const { id } = await topup(rider, { consent: CONSENT })
    await act(rider, id, 'approve')
    const [saved] = unwrap(await rider.client.from('payment_methods').select())
    card = saved?.id ?? ''
    expect(card).not.toBe('')
  })

  it('cannot pay for others, whatever provider is named', async () => {
    for (const provider of ['test', 'stripe']) {
      await expect(checkout(other, { purpose: 'topup', amount: 25, provider, card })).rejects.toThrow(
        /card_not_found|no_provider_found/
      )
    }
    const asked = { purpose: 'topup', amount: 25, provider: 'test', client_key: randomUUID(), card }
    expect((await invoke(visitor(env), 'payments/checkout', asked)).status).toBe(401)
  })

  it('cannot be read, changed, added or removed, and its token is not readable anywhere', async () => {
    for (const client of [other.client, admin.client, driver.client, visitor(env)]) {
      const { data } = await client.from('payment_methods').select()
      expect(data ?? []).toEqual([])
      expect((await client.rpc('remove_card', { id: card })).data ?? false).toBe(false)
    }
    for (const client of [rider.client, other.client, visitor(env)]) {
      for (const table of ['card_tokens', 'card_consents', 'payment_cards', 'removed_cards']) {
        const { error } = await client.from(table as 'payments').select()
        expect(error?.code, table).toBe('PGRST205')
        const { error: hidden } = await client
          .schema('app' as 'public')
          .from(table as 'payments')
          .select()
        expect(hidden?.code, table).toBe('PGRST106')
      }
      const { error } = await client.from('payment_methods').select('*,card_tokens(*)' as '*')
      expect(error).not.toBeNull()
      for (const [name, args] of [
        ['payment_card', { payment_id: randomUUID() }],
        [
          'save_card',
          {
            payment_id: randomUUID(),
            token: 'x',
            customer_ref: 'x',
            brand: 'visa',
            last4: '4242',
            exp_month: 1,
            exp_year: 2030
          }
        ]
      ] as const) {
        expect((await client.rpc(name as never, args as never)).error?.code, name).toMatch(/42501|PGRST202/)
      }
      for (const write of [
        client.from('payment_methods').insert({ last4: '0000' } as never),
        client
          .from('payment_methods')
          .update({ user_id: other.id } as never)
          .eq('id', card),
        client.from('payment_methods').delete().eq('id', card)
      ]) {
        expect((await write).error?.code).toBe('42501')
      }
    }
    expect(unwrap(await rider.client.from('payment_methods').select('id'))).toEqual([{ id: card }])
  })

  it('is not named in the owner’s payment status or in stored events', async () => {
    const { id } = await topup(rider, { card })
    const status = JSON.stringify(await statusOf(rider, id))
    expect(status).not.toContain('test_card_')
    expect(JSON.stringify(unwrap(await service(env).from('payment_events').select()))).not.toContain('test_card_')
  })

  it('is not saved by a consent to other terms', async () => {
    for (const consent of ['2025-01', '', true, { a: 1 }]) {
      const asked = { purpose: 'topup', amount: 25, provider: 'test', client_key: randomUUID(), consent }
      expect((await invoke(rider.client, 'payments/checkout', asked)).status, JSON.stringify(consent)).toBe(400)
    }
  })

  it('is not saved without the customer’s consent, even if a webhook names it', async () => {
    const payment = await topup(other)
    const named = { token: 'test_card_stolen', brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2031 }
    expect(await postWebhook(env, eventOf(payment, 'paid', { card: named }))).toBe(200)
    expect(unwrap(await other.client.from('payment_methods').select())).toEqual([])
  })

  it('is charged once by one link, however many tabs post it', async () => {
    const sum = await added(rider, async () => {
      const begun = await checkout(rider, { purpose: 'topup', amount: 20, card })
      await Promise.all(Array.from({ length: 12 }, () => post(begun)))
      await untilStatus(rider, begun.payment_id, 'paid')
    })
    expect(sum).toBe(2000)
  })

  it('is not charged after its removal, not even by an older link', async () => {
    const begun = await checkout(rider, { purpose: 'topup', amount: 20, card })
    expect(unwrap(await rider.client.rpc('remove_card', { id: card }))).toBe(true)
    expect(await added(rider, () => post(begun))).toBe(0)
    expect((await statusOf(rider, begun.payment_id)).next).toEqual({ kind: 'test' })
    await expect(checkout(rider, { purpose: 'topup', amount: 20, card })).rejects.toThrow('card_not_found')
  })
})

describe('a double payment', () => {
  it('counts once when webhook, return and status requests arrive together', async () => {
    const payment = await topup(rider)
    const said = eventOf(payment, 'paid')
    const back = `${env.SUPABASE_URL}/functions/v1/payments/return/test?payment=${payment.id}&status=paid`
    const sum = await added(rider, () =>
      Promise.all(
        Array.from({ length: 8 }, () => [
          postUntilAccepted(env, said),
          fetch(back, { redirect: 'manual' }).then((response) => response.body?.cancel()),
          statusOf(rider, payment.id)
        ]).flat()
      )
    )
    expect(sum).toBe(2500)
  })

  it('of two payments by one charge pays only one, even at the same moment', async () => {
    for (let round = 0; round < 8; round++) {
      const [mine, theirs] = [await topup(rider), await topup(other)]
      const charge = `test_ch_shared_${round}_${Date.now()}`
      const before = (await walletOf(rider)) + (await walletOf(other))
      await Promise.all([mine, theirs].map((payment) => postUntilAccepted(env, eventOf(payment, 'paid', { charge }))))
      expect((await walletOf(rider)) + (await walletOf(other)) - before, `round ${round}`).toBe(2500)
    }
  })

  it('of one ride from two tabs pays it once, and the second charge goes to the wallet', async () => {
    await goOnline(driver)
    const { id } = await bookAccepted(other, driver)
    await start(other, driver, id)
    unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
    const tabs = [
      await begin(other, { purpose: 'booking', booking_id: id }),
      await begin(other, { purpose: 'booking', booking_id: id })
    ]
    const sum = await added(other, () => Promise.all(tabs.map((tab) => postUntilAccepted(env, eventOf(tab, 'paid')))))
    const booking = unwrap(await other.client.from('bookings').select().eq('id', id).single())
    expect([booking.status, cents(booking.card_payment_amount)]).toEqual(['PAID', cents(booking.customer_paid)])
    expect(sum).toBe(cents(booking.customer_paid))
    await driver.client.rpc('set_driver_active', { active: false })
  })

  it('is refunded once by two simultaneous admins, and never beyond the amount paid', async () => {
    await goOnline(driver)
    const { id } = await bookAccepted(other, driver)
    await start(other, driver, id)
    unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
    await act(other, (await begin(other, { purpose: 'booking', booking_id: id })).id, 'approve')
    const { customer_paid } = unwrap(await other.client.from('bookings').select().eq('id', id).single())
    const answers = await Promise.all(
      [admin, second, admin, second].map(({ client }) =>
        client.rpc('refund_booking', { booking_id: id, amount: customer_paid, reason: 'x' })
      )
    )
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    expect(answers.flatMap(({ error }) => (error ? [error.message] : []))).toEqual(Array(3).fill('refund_too_high'))
    const refunds = unwrap(await service(env).from('refunds').select('amount').eq('booking_id', id))
    expect(refunds.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(cents(customer_paid))
    await driver.client.rpc('set_driver_active', { active: false })
  })

  it('is decided once by many simultaneous admins, and by no other role', async () => {
    const payment = await topup(rider)
    await act(rider, payment.id, 'twice')
    const [flag] = unwrap(await admin.client.rpc('list_payment_flags')).filter(
      ({ payment_id }) => payment_id === payment.id
    )
    const event_id = flag?.event_id ?? ''
    for (const client of [rider.client, driver.client, visitor(env)]) {
      const { error } = await client.rpc('decide_payment_flag', { event_id, decision: 'book', reason: 'x' })
      expect(error?.message).toMatch(/not_allowed|permission denied/)
      expect((await client.from('payment_flags').select()).data ?? []).toEqual([])
      expect((await client.from('payment_events').select()).data ?? []).toEqual([])
    }
    const sum = await added(rider, async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, number) =>
          (number % 2 ? admin : second).client.rpc('decide_payment_flag', {
            event_id,
            decision: number % 3 ? 'book' : 'give_back',
            reason: 'x'
          })
        )
      )
      expect(new Set(answers.map(({ data }) => data?.decision)).size).toBe(1)
      expect(answers.filter(({ error }) => error)).toEqual([])
    })
    expect([0, 2500]).toContain(sum)
    const { off_by } = unwrap(await admin.client.rpc('money_status'))
    expect(off_by).toBe(0)
  })
})

describe('a locked period', () => {
  it('can be locked only by bookkeeping staff, and accepts no entry dated into it, not even a simultaneous one', async () => {
    for (const client of [rider.client, driver.client, visitor(env)]) {
      const { error } = await client.rpc('lock_period', { until_day: '2026-01-31' })
      expect(error?.message).toMatch(/not_allowed|permission denied/)
    }
    // Posts a ledger entry dated the day before yesterday, so that there is a day to close.
    const clock = openClock(env)
    try {
      await clock?.turnBy(-2 * 86_400)
      unwrap(await admin.client.rpc('add_to_wallet', { user_id: driver.id, amount: 1 }))
    } finally {
      await clock?.close()
    }
    const { next_day } = unwrap(await admin.client.rpc('money_status'))
    expect(next_day).not.toBeNull()
    if (next_day === null) return
    unwrap(await admin.client.rpc('close_day', { day: next_day }))
    await goOnline(driver)
    const { id } = await bookAccepted(other, driver)
    await start(other, driver, id)
    unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
    const [locked, written] = await Promise.all([
      admin.client.rpc('lock_period', { until_day: next_day }),
      second.client.rpc('write_off', { booking_id: id, reason: 'x', on_day: next_day })
    ])
    expect(locked.error).toBeNull()
    // The write-off either came before the lock or was refused.
    expect([undefined, 'period_locked']).toContain(written.error?.message)
    const late = await second.client.rpc('write_off', { user_id: other.id, reason: 'x', on_day: next_day })
    expect(['period_locked', 'nothing_owed']).toContain(late.error?.message)
    await driver.client.rpc('set_driver_active', { active: false })
  })
})
