import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentState } from '../../supabase/functions/payments/contract.ts'
import {
  act,
  allowTestPayments,
  begin,
  checkout,
  eventOf,
  post,
  postUntilAccepted,
  postWebhook,
  signatureOf,
  statusOf,
  untilStatus
} from '../support/payments.ts'
import { type Person, service, signIn, visitor } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { invoke, unwrap } from '../support/responses.ts'
import { accept, cents, estimate, goOnline, offerOf, start } from '../support/ride.ts'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()
const stamp = Date.now()
let rider: Person
let other: Person
let driver: Person

/** Unpaid payments are limited per person, so each section has its own people. */
async function newRider(name: string): Promise<Person> {
  const person = await signIn(env, `payer-${name}-${stamp}@hackney.test`)
  unwrap(await person.client.rpc('update_profile', { first_name: 'Pia', last_name: 'Payer', mobile: '+4235551234' }))
  return person
}

beforeAll(async () => {
  await allowTestPayments(env, true)
  rider = await signIn(env, 'rider16@hackney.test')
  driver = await signIn(env, 'driver@hackney.test')
})
afterAll(() => allowTestPayments(env, false))

const walletOf = async ({ id, client }: Person): Promise<number> =>
  cents(unwrap(await client.from('profiles').select('wallet_balance').eq('id', id).single()).wallet_balance)

const bookingOf = async (person: Person, id: string) =>
  unwrap(await person.client.from('bookings').select().eq('id', id).single())

/** The recorded outcomes of the provider's events. */
async function outcomesOf(payment: string): Promise<string[]> {
  const rows = unwrap(
    await service(env)
      .from('payment_events')
      .select('outcome')
      .eq('payment_id', payment)
      .order('received_at')
      .order('id')
  )
  return rows.map(({ outcome }) => outcome)
}

const topup = (person: Person, amount = 25) => begin(person, { purpose: 'topup', amount })

/** A parcel that waits for its payment. */
async function parcel(person: Person): Promise<string> {
  const { quote_id } = await estimate(person.client, vaduz, schaan, 'Courier')
  const details = { delivery_person: 'Nora Matt', delivery_person_phone: '+4235551212' }
  const asked = { quote_id: quote_id ?? '', payment_mode: 'card' as const, details }
  return unwrap(await person.client.rpc('create_booking', asked)).id
}

/** A ride by card whose driver is on the way. */
async function rideByCard(): Promise<string> {
  await goOnline(driver)
  const { quote_id } = await estimate(rider.client)
  const asked = { quote_id: quote_id ?? '', payment_mode: 'card' as const }
  const { id } = unwrap(await rider.client.rpc('create_booking', asked))
  await offerOf(driver, id)
  await accept(driver, id)
  return id
}

/** Starts the ride and ends it at the drop. */
async function ride(id: string): Promise<void> {
  await start(rider, driver, id)
  unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
}

/** Works the queue of provider jobs until `isDone`. */
async function workUntil(isDone: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 50 && !(await isDone()); attempt++) {
    expect((await invoke(service(env), 'payments/work', {})).status).toBe(200)
    await sleep(100)
  }
  expect(await isDone()).toBe(true)
}

describe('paying by a provider', () => {
  it('pays a ride, and then a tip, which the driver gets in full', async () => {
    const booking_id = await rideByCard()
    await ride(booking_id)
    const payment = await begin(rider, { purpose: 'booking', booking_id })
    const booking = await bookingOf(rider, booking_id)
    expect(payment).toMatchObject({ status: 'created', kind: 'ride', test: true, reference: booking.reference })
    expect(cents(payment.amount)).toBe(cents(booking.trip_cost))
    const { payment: paid, next } = await act(rider, payment.id, 'approve')
    expect([paid.status, next]).toEqual(['paid', null])
    expect((await bookingOf(rider, booking_id)).status).toBe('PAID')

    const before = await walletOf(driver)
    const tip = await begin(rider, { purpose: 'tip', booking_id, amount: 3 })
    expect((await act(rider, tip.id, 'approve')).payment.status).toBe('paid')
    expect((await walletOf(driver)) - before).toBe(300)
  })

  it('reserves an amount before a ride, and charges the fare after it', async () => {
    const booking_id = await rideByCard()
    const payment = await begin(rider, { purpose: 'booking', booking_id })
    const { trip_cost } = await bookingOf(rider, booking_id)
    expect(payment.is_hold).toBe(true)
    expect(cents(payment.amount)).toBeGreaterThanOrEqual(cents(trip_cost))
    expect((await act(rider, payment.id, 'approve')).payment.status).toBe('authorized')
    await ride(booking_id)
    await workUntil(async () => (await bookingOf(rider, booking_id)).status === 'PAID')
    const [row] = unwrap(await service(env).from('payments').select('status, captured_amount').eq('id', payment.id))
    expect(row?.status).toBe('paid')
    expect(cents(row?.captured_amount)).toBe(cents((await bookingOf(rider, booking_id)).trip_cost))
  })

  it('releases the reservation when the ride is cancelled', async () => {
    const booking_id = await rideByCard()
    const payment = await begin(rider, { purpose: 'booking', booking_id })
    await act(rider, payment.id, 'approve')
    unwrap(await driver.client.rpc('cancel_booking', { booking_id, reason: 'x' }))
    unwrap(await rider.client.rpc('cancel_booking', { booking_id, reason: 'x' }))
    await workUntil(async () => (await statusOf(rider, payment.id)).payment.status === 'voided')
  })

  it('pays a parcel, which is offered to drivers afterwards', async () => {
    const booking_id = await parcel(rider)
    expect((await bookingOf(rider, booking_id)).status).toBe('PAYMENT_PENDING')
    const payment = await begin(rider, { purpose: 'booking', booking_id })
    expect((await act(rider, payment.id, 'approve')).payment).toMatchObject({ status: 'paid', kind: 'parcel' })
    expect(await bookingOf(rider, booking_id)).toMatchObject({ status: 'NEW', prepaid: true })
  })

  it('tops up a wallet', async () => {
    const before = await walletOf(rider)
    const payment = await topup(rider)
    expect(await walletOf(rider)).toBe(before)
    await act(rider, payment.id, 'approve')
    expect((await walletOf(rider)) - before).toBe(2500)
  })

  // Spec 7.11
  it('lists the test provider only while the settings allow it', async () => {
    type Listed = { providers: { name: string; link: string; test: boolean; mark: string }[] }
    const { body } = await invoke<Listed>(visitor(env), 'payments/providers', {})
    expect(body.providers.find(({ name }) => name === 'test')).toMatchObject({ test: true, mark: '/pay/test.svg' })
  })

  it('continues the same payment when the same key is sent again', async () => {
    const wish = { purpose: 'topup', amount: 25, client_key: randomUUID() } as const
    const [one, again] = [await checkout(rider, wish), await checkout(rider, wish)]
    expect(again.payment_id).toBe(one.payment_id)
    expect(await post(one), 'the last link counts').toContain('checkout_expired')
    expect(await post(again)).toMatch(new RegExp(`/pay/${one.payment_id}$`))
  })
})

describe('the test provider', () => {
  beforeAll(async () => {
    rider = await newRider('what-the-test-provider-can-do')
  })

  const outcomeOf = async (deed: string) => {
    const before = await walletOf(rider)
    const payment = await topup(rider)
    const { payment: then } = await act(rider, payment.id, deed)
    return { id: payment.id, status: then.status, added: (await walletOf(rider)) - before }
  }

  it('declines a payment, which can still be paid later', async () => {
    const declined = await outcomeOf('decline')
    expect(declined).toMatchObject({ status: 'failed', added: 0 })
    const before = await walletOf(rider)
    expect((await act(rider, declined.id, 'approve')).payment.status).toBe('paid')
    expect((await walletOf(rider)) - before).toBe(2500)
  })

  it('decides later', async () => {
    const { id, status, added } = await outcomeOf('delay')
    expect([status, added]).toEqual(['created', 0])
    await untilStatus(rider, id, 'paid')
  })

  it.each(['double', 'out_of_order'])('credits once when its events arrive %s', async (deed) => {
    const { id, status, added } = await outcomeOf(deed)
    expect([status, added]).toEqual(['paid', 2500])
    expect((await outcomesOf(id)).filter((outcome) => outcome === 'paid')).toEqual(['paid'])
  })

  it('credits nothing for a wrong amount, and flags it for the desk', async () => {
    const { id, status, added } = await outcomeOf('wrong_amount')
    expect([status, added]).toEqual(['created', 0])
    expect(await outcomesOf(id)).toEqual(['amount_mismatch'])
  })

  it('takes a top-up back by a lost chargeback', async () => {
    const { id, added } = await outcomeOf('approve')
    expect(added).toBe(2500)
    const before = await walletOf(rider)
    await act(rider, id, 'chargeback')
    await act(rider, id, 'chargeback_lost')
    expect((await walletOf(rider)) - before).toBe(-2500)
  })
})

describe('a webhook', () => {
  beforeAll(async () => {
    other = await newRider('a-webhook')
  })

  const credited = async (run: (payment: PaymentState['payment']) => Promise<void>) => {
    const payment = await topup(other)
    const before = await walletOf(other)
    await run(payment)
    return (await walletOf(other)) - before
  }

  it('needs nothing but its signature to pay', async () => {
    expect(await credited(async (payment) => expect(await postWebhook(env, eventOf(payment, 'paid'))).toBe(200))).toBe(
      2500
    )
  })

  it('is refused when its signature is forged', async () => {
    const added = await credited(async (payment) => {
      const body = JSON.stringify(eventOf(payment, 'paid'))
      const good = signatureOf(body)
      const forgeries = [
        null,
        '',
        'v1=00',
        good.slice(0, -1),
        `${good}0`,
        good.replace('v1', 'v0'),
        good.replace('t=', 't=1')
      ]
      for (const signature of forgeries) expect(await postWebhook(env, body, { signature })).toBe(401)
      expect(await postWebhook(env, body, { secret: 'another' })).toBe(401)
      expect(await postWebhook(env, body, { secret: '' })).toBe(401)
      expect(await postWebhook(env, ` ${body}`, { signature: good })).toBe(401)
      expect(
        await postWebhook(env, JSON.stringify(JSON.parse(body), null, 1), { signature: good }),
        're-serialised'
      ).toBe(401)
    })
    expect(added).toBe(0)
  })

  it('is refused with any byte changed', async () => {
    const added = await credited(async (payment) => {
      const body = JSON.stringify(eventOf(payment, 'paid'))
      const signature = signatureOf(body)
      const answers = await Promise.all(
        Array.from(body, (sign, at) => {
          const changed = body.slice(0, at) + String.fromCharCode(sign.charCodeAt(0) ^ 1) + body.slice(at + 1)
          return postWebhook(env, changed, { signature })
        })
      )
      expect(new Set(answers)).toEqual(new Set([401]))
    })
    expect(added).toBe(0)
  })

  it('is refused when its timestamp is too old or too far ahead', async () => {
    const added = await credited(async (payment) => {
      for (const seconds of [-400, 400, -86_400]) {
        expect(await postWebhook(env, eventOf(payment, 'paid'), { at: Date.now() + seconds * 1000 })).toBe(401)
      }
    })
    expect(added).toBe(0)
  })

  it('has one effect when it is repeated, and when another event reports its charge', async () => {
    const added = await credited(async (payment) => {
      const said = eventOf(payment, 'paid')
      for (let time = 0; time < 3; time++) expect(await postWebhook(env, said)).toBe(200)
      expect(await postWebhook(env, eventOf(payment, 'paid'))).toBe(200)
      expect(await outcomesOf(payment.id)).toEqual(['paid', 'repeated'])
    })
    expect(added).toBe(2500)
  })

  it('has one effect when 200 copies arrive at once', { timeout: 180_000 }, async () => {
    const added = await credited(async (payment) => {
      const said = eventOf(payment, 'paid')
      const answers = await Promise.all(Array.from({ length: 200 }, () => postUntilAccepted(env, said)))
      expect(new Set(answers)).toEqual(new Set([200]))
      expect(await outcomesOf(payment.id)).toEqual(['paid'])
    })
    expect(added).toBe(2500)
  })

  it('has one effect when 200 events of one charge arrive at once', { timeout: 180_000 }, async () => {
    const added = await credited(async (payment) => {
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => postUntilAccepted(env, eventOf(payment, 'paid')))
      )
      expect(new Set(answers)).toEqual(new Set([200]))
    })
    expect(added).toBe(2500)
  })

  it('with an older status that arrives late does not undo a payment', async () => {
    const added = await credited(async (payment) => {
      for (const kind of ['paid', 'pending', 'failed', 'voided'])
        expect(await postWebhook(env, eventOf(payment, kind))).toBe(200)
      expect((await statusOf(other, payment.id)).payment.status).toBe('paid')
    })
    expect(added).toBe(2500)
  })

  it('credits nothing in another currency or of another amount', async () => {
    const added = await credited(async (payment) => {
      const wrong = [{ currency: 'EUR' }, { amount: 2499 }, { amount: 25 }, { amount: 250_000 }, { amount: 0 }]
      for (const changes of wrong) expect(await postWebhook(env, eventOf(payment, 'paid', changes))).toBe(200)
      expect(new Set(await outcomesOf(payment.id))).toEqual(new Set(['currency_mismatch', 'amount_mismatch']))
      expect(await postWebhook(env, eventOf(payment, 'paid', { amount: -2500 }))).toBe(200)
      expect(await postWebhook(env, eventOf(payment, 'paid', { amount: 25.5 }))).toBe(200)
    })
    expect(added).toBe(0)
  })

  it('is stored when it names an unknown payment', async () => {
    const said = eventOf({ ...(await topup(other)), id: randomUUID() }, 'paid')
    expect(await postWebhook(env, said)).toBe(200)
    const [event] = unwrap(await service(env).from('payment_events').select().eq('event_id', said.id))
    expect(event?.outcome).toBe('unknown_payment')
  })

  it('cannot pay a second payment with the first one’s charge', async () => {
    const added = await credited(async (payment) => {
      const second = await topup(other)
      expect(await postWebhook(env, eventOf(payment, 'paid'))).toBe(200)
      expect(await postWebhook(env, eventOf(second, 'paid', { charge: `test_ch_${payment.id}` }))).toBe(200)
      expect(await outcomesOf(second.id)).toEqual(['charge_reused'])
    })
    expect(added).toBe(2500)
  })

  it('of a disabled or unknown provider gets 404', async () => {
    for (const name of ['stripe', 'paypal', 'nobody', '__proto__']) {
      const response = await fetch(`${env.SUPABASE_URL}/functions/v1/payments/webhook/${name}`, {
        method: 'POST',
        body: '{}'
      })
      expect(response.status).toBe(404)
      await response.arrayBuffer()
    }
  })

  it('is refused while the test provider is off in the settings', async () => {
    const payment = await topup(other)
    const before = await walletOf(other)
    await allowTestPayments(env, false)
    try {
      expect(await postWebhook(env, eventOf(payment, 'paid'))).toBe(403)
      await expect(checkout(other, { purpose: 'topup', amount: 25 })).rejects.toThrow('no_provider_found')
    } finally {
      await allowTestPayments(env, true)
    }
    expect(await walletOf(other)).toBe(before)
  })
})

describe('a checkout link', () => {
  beforeAll(async () => {
    rider = await newRider('a-link-to-a-checkout')
    other = await newRider('a-link-to-a-checkout-other')
  })

  // Spec 7.67
  it('works once, and ignores changed form fields', async () => {
    const begun = await checkout(rider, { purpose: 'topup', amount: 25 })
    const forged = { ...begun.fields, amount: '0.01', currency: 'EUR', order_id: 'x', cust_id: other.id }
    expect(await post({ link: begun.link, fields: forged })).toMatch(new RegExp(`/pay/${begun.payment_id}$`))
    const { payment } = await statusOf(rider, begun.payment_id)
    expect([payment.amount, payment.currency]).toEqual([25, begun.fields.currency])
    expect(await post(begun)).toMatch(new RegExp(`/pay/${begun.payment_id}\\?problem=checkout_expired$`))
  })

  it('is taken by the first of many simultaneous requests', async () => {
    const begun = await checkout(rider, { purpose: 'topup', amount: 25 })
    const places = await Promise.all(Array.from({ length: 20 }, () => post(begun)))
    expect(places.filter((place) => !place.includes('problem'))).toHaveLength(1)
  })

  it('that is unknown leads to a page that says so', async () => {
    const link = `${env.SUPABASE_URL}/functions/v1/payments/checkout/${'a'.repeat(43)}`
    expect(await post({ link, fields: {} as never })).toMatch(/\/pay\/expired\?problem=checkout_expired$/)
    expect((await fetch(link)).status).toBe(405)
  })

  it('is created only for the caller’s own payments, within the limits', async () => {
    const booking_id = await parcel(rider)
    const cases: [Person, Parameters<typeof checkout>[1], string][] = [
      [other, { purpose: 'booking', booking_id }, 'booking_not_found'],
      [rider, { purpose: 'tip', booking_id, amount: 2 }, 'wrong_status'],
      [rider, { purpose: 'booking', booking_id: randomUUID() }, 'booking_not_found'],
      [rider, { purpose: 'booking', booking_id, provider: 'stripe' }, 'no_provider_found'],
      [rider, { purpose: 'topup', amount: -5 }, 'topup_out_of_range'],
      [rider, { purpose: 'topup', amount: 0 }, 'topup_out_of_range'],
      [rider, { purpose: 'topup', amount: 1e12 }, 'topup_out_of_range'],
      [rider, { purpose: 'topup' }, 'topup_out_of_range'],
      [rider, { purpose: 'debt' }, 'nothing_to_pay']
    ]
    for (const [person, wish, key] of cases)
      await expect(checkout(person, wish), JSON.stringify(wish)).rejects.toThrow(key)
    const asked = { purpose: 'topup', amount: 25, provider: 'test', client_key: randomUUID() }
    expect((await invoke(visitor(env), 'payments/checkout', asked)).status).toBe(401)
    unwrap(await rider.client.rpc('cancel_booking', { booking_id, reason: 'x' }))
  })
})

describe('another person’s payment', () => {
  beforeAll(async () => {
    rider = await newRider('a-payment-of-somebody-else')
    other = await newRider('a-payment-of-somebody-else-other')
  })

  it('cannot be read, completed or decided', async () => {
    const { id: payment_id } = await topup(rider)
    for (const [path, body] of [
      ['payments/status', { payment_id }],
      ['payments/complete', { payment_id, params: {} }],
      ['payments/test/act', { payment_id, act: 'approve' }]
    ] as const) {
      expect((await invoke<{ code: string }>(other.client, path, body)).body.code, path).toBe('payment_not_found')
      expect((await invoke(visitor(env), path, body)).status, path).toBe(401)
    }
    expect((await statusOf(rider, payment_id)).payment.status).toBe('created')
  })

  it('cannot be decided by calling the database functions either', async () => {
    const payment = await topup(rider)
    const calls = [
      [
        'record_payment_event',
        {
          provider: 'test',
          event_id: 'x',
          payment_id: payment.id,
          amount: 25,
          currency: payment.currency,
          status: 'paid'
        }
      ],
      ['create_payment', { purpose: 'topup', provider: 'test', customer_id: rider.id, amount: 25 }],
      ['redeem_checkout', { token_hash: 'a'.repeat(64) }],
      ['payment_view', { payment_id: payment.id }],
      ['note_payment', { payment_id: payment.id }],
      ['take_payment_jobs', {}]
    ] as const
    for (const [name, args] of calls) {
      for (const client of [rider.client, visitor(env)]) {
        const { error } = await client.rpc(name as never, args as never)
        expect(error?.code, name).toMatch(/42501|PGRST202/)
      }
    }
  })
})

describe('the return from a provider', () => {
  beforeAll(async () => {
    rider = await newRider('a-return')
  })

  const back = async (path: string, init: RequestInit = {}): Promise<string> => {
    const url = `${env.SUPABASE_URL}/functions/v1/payments/return/${path}`
    const response = await fetch(url, { redirect: 'manual', ...init })
    expect(response.status).toBe(303)
    return response.headers.get('location') ?? ''
  }

  it('pays nothing, whatever its address says', async () => {
    const payment = await topup(rider)
    const before = await walletOf(rider)
    const words = `order_id=${payment.id}&amount=25.00&currency=${payment.currency}&status=paid&payment_status=paid&success=true&PayerID=1&token=test_${payment.id}`
    for (const method of ['GET', 'POST', 'GET']) {
      expect(await back(`test?payment=${payment.id}&${words}`, { method })).toMatch(new RegExp(`/pay/${payment.id}$`))
    }
    expect(await walletOf(rider)).toBe(before)
    expect((await statusOf(rider, payment.id)).payment.status).toBe('created')
  })

  it('leads only to our own page', async () => {
    const { id } = await topup(rider)
    const site = new URL(await back(`test?payment=${id}`)).origin
    const evil = 'https://evil.example/'
    for (const query of [
      `payment=${id}&next=${evil}&redirect_to=${evil}&url=${evil}`,
      `payment=${encodeURIComponent(evil)}`,
      'payment=//evil.example',
      'payment=..%2f..%2f%2fevil.example',
      `payment=${id}%40evil.example`,
      ''
    ]) {
      expect(new URL(await back(`test?${query}`)).origin).toBe(site)
    }
    expect(
      (await fetch(`${env.SUPABASE_URL}/functions/v1/payments/return/${encodeURIComponent('//evil.example')}`)).status
    ).toBe(404)
  })

  it('has no alternative by GET: no endpoint credits on a GET', async () => {
    const payment = await topup(rider)
    const before = await walletOf(rider)
    const query = `?payment_id=${payment.id}&payment=${payment.id}&act=approve&status=paid&amount=25`
    for (const path of ['test/act', 'webhook/test', 'complete', 'status', 'work', 'checkout']) {
      const response = await fetch(`${env.SUPABASE_URL}/functions/v1/payments/${path}${query}`)
      expect(response.status, path).toBe(405)
      await response.arrayBuffer()
    }
    expect(await walletOf(rider)).toBe(before)
  })
})

describe('the queue of provider jobs', () => {
  beforeAll(async () => {
    rider = await newRider('what-is-queued-for-providers')
  })

  it('is worked only by our own servers', async () => {
    for (const client of [rider.client, visitor(env)])
      expect((await invoke(client, 'payments/work', {})).status).toBe(403)
    expect((await invoke(service(env), 'payments/work', {})).status).toBe(200)
  })

  it('refunds a payment to its source once', async () => {
    const settings = service(env).from('settings')
    unwrap(await settings.update({ refund_to: 'source' }).eq('id', 1).select('id'))
    const booking_id = await parcel(rider)
    const payment = await begin(rider, { purpose: 'booking', booking_id })
    await act(rider, payment.id, 'approve')
    unwrap(await rider.client.rpc('cancel_booking', { booking_id, reason: 'x' }))
    unwrap(await service(env).from('settings').update({ refund_to: 'wallet' }).eq('id', 1).select('id'))
    const refunds = async () =>
      unwrap(await service(env).from('refunds').select('status, amount').eq('payment_id', payment.id))
    expect(await refunds()).toHaveLength(1)
    await workUntil(async () => (await refunds()).every(({ status }) => status === 'done'))
    expect(cents((await refunds())[0]?.amount)).toBe(cents(payment.amount))
    expect((await statusOf(rider, payment.id)).payment.refunded_amount).toBe(payment.amount)
  })
})

describe('stored checkout data', () => {
  beforeAll(async () => {
    rider = await newRider('a-log')
  })

  it('has only the hash of a link’s token', async () => {
    if (!env.SUPABASE_DB_URL) return
    const { link } = await checkout(rider, { purpose: 'topup', amount: 25 })
    const sql = postgres(env.SUPABASE_DB_URL, { max: 1, onnotice: () => undefined })
    const rows = await sql`select token_hash from app.checkout_tokens`
    await sql.end()
    expect(JSON.stringify(rows)).not.toContain(link.split('/').at(-1))
  })
})
