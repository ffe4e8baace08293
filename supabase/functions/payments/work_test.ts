import { assert, assertEquals } from '@std/assert'
import { ProviderFailure } from '../_shared/http-client/failure.ts'
import { post, read } from '../_shared/kernel/testing/doubles.ts'
import { PaymentRefused } from './providers/errors.ts'
import type { Adapter, Cards, Refunded } from './providers/types.ts'
import { adapterOf, factOf, refused, viewOf, type World, worldOf } from './testing/doubles.ts'

const REFUND = '01956f7e-8a11-7c3b-9d52-00000000feed'

/** A queue that returns these jobs once. */
function queueOf(...jobs: object[]) {
  const left = jobs.map((job, index) => ({
    job_id: index + 1,
    payment: viewOf({ status: 'authorized', is_hold: true, charge_ref: 'ch_1' }),
    refund_id: null,
    amount: '10.00',
    attempts: 1,
    is_repeated: false,
    refunds_done: null,
    ...job,
  }))
  return () => left.splice(0)
}

function worldWith(adapter: Partial<Adapter>, ...jobs: object[]): World {
  return worldOf({ adapters: { stripe: adapterOf(adapter) }, answers: { take_payment_jobs: queueOf(...jobs) } })
}

const cron = (world: World, body: object = {}, secret = 'cron-secret') =>
  read(world.handler(post('payments/work', body, { 'x-cron-secret': secret })))

/** Runs the jobs of a world; returns how they ended. */
async function endings(world: World) {
  const { status, body } = await cron(world)
  assertEquals(status, 200)
  const finished = world.argsOf('finish_payment_job').map((
    { outcome, retry_after, ref },
  ) => [outcome, retry_after, ref])
  return [body, ...finished]
}

Deno.test('only our own servers can start the worker', async () => {
  assertEquals((await cron(worldOf(), {}, 'wrong')).status, 401)
  assertEquals((await cron(worldOf({ deps: { cronSecret: undefined } }), {}, '')).status, 401)
  for (const person of ['visitor', 'rider', 'admin'] as const) {
    assertEquals((await read(worldOf({ person }).handler(post('payments/work', {})))).status, 403)
  }
})

Deno.test('refunds are done, pending, or failed as the provider says', async () => {
  const refunding = (answer: Refunded) =>
    worldWith({ refund: () => Promise.resolve(answer) }, { kind: 'refund', refund_id: REFUND })
  const counted = (outcome: string) => ({ done: 0, again: 0, failed: 0, [outcome]: 1 })
  assertEquals(await endings(refunding({ state: 'done', ref: 're_1' })), [counted('done'), ['done', null, 're_1']])
  assertEquals(await endings(refunding({ state: 'pending', ref: 're_1' })), [counted('again'), ['again', null, 're_1']])
  assertEquals(await endings(refunding({ state: 'failed', reason: 'too late' })), [counted('failed'), [
    'failed',
    null,
    null,
  ]])
})

Deno.test('a refund contains our id and an amount in minor units', async () => {
  const asked: unknown[] = []
  const world = worldWith({
    refund: (payment, refund) => {
      asked.push([payment.id, payment.chargeRef, refund])
      return Promise.resolve({ state: 'done' })
    },
  }, { kind: 'refund', refund_id: REFUND, amount: '4.50' })
  await cron(world)
  assertEquals(asked, [[viewOf().id, 'ch_1', { id: REFUND, amount: 450, isRepeated: false }]])
})

Deno.test('a refund knows whether it was requested before, and the sum of other refunds', async () => {
  const asked: unknown[] = []
  const world = worldWith(
    {
      refund: (_, { isRepeated, doneBefore }) => {
        asked.push([isRepeated, doneBefore])
        return Promise.resolve({ state: 'pending' })
      },
    },
    { kind: 'refund', refund_id: REFUND, refunds_done: '0.00' },
    {
      kind: 'refund',
      refund_id: REFUND,
      attempts: 2,
      is_repeated: true,
      refunds_done: '3.50',
    },
  )
  await cron(world)
  assertEquals(asked, [[false, 0], [true, 350]])
})

Deno.test('an attempt that did not reach the provider does not make the next one a repeat', async () => {
  const down = () => Promise.reject(new ProviderFailure('network', 'down'))
  const sentOf = async (refund: Adapter['refund'], job: object = {}) => {
    const world = worldWith({ refund }, { kind: 'refund', refund_id: REFUND, ...job })
    await cron(world)
    return world.argsOf('finish_payment_job')[0]?.nothing_sent
  }
  assertEquals(await sentOf(down), true)
  assertEquals(await sentOf(down, { is_repeated: true }), false)
  assertEquals(await sentOf(() => Promise.resolve({ state: 'pending' })), false)
  assertEquals(await sentOf(() => Promise.reject(new TypeError('a bug'))), false)
})

Deno.test('a removed card is deleted at its provider, with a retry if that does not respond', async () => {
  const forgotten: unknown[] = []
  const card = { token: 'pm_1', customer: 'cus_1' }
  const charge = () => Promise.resolve({ facts: [] })
  const forget = (one: unknown) => Promise.resolve(void forgotten.push(one))
  const world = worldWith({ cards: { offSession: true, charge, forget } }, { kind: 'forget', card })
  await cron(world)
  assertEquals(forgotten, [card])
  assertEquals(world.argsOf('finish_payment_job')[0]?.['outcome'], 'done')
  assert(!JSON.stringify(world.lines).includes('pm_1'), 'no token in the log')
  const down = () => Promise.reject(new ProviderFailure('network', 'down'))
  const silent = worldWith({ cards: { offSession: true, charge, forget: down } }, { kind: 'forget', card })
  await cron(silent)
  assertEquals(silent.argsOf('finish_payment_job')[0]?.['outcome'], 'again')
  // Without an adapter the card cannot be deleted at the provider, so the job ends as done.
  const without = worldWith({}, { kind: 'forget', card })
  await cron(without)
  assertEquals(without.argsOf('finish_payment_job')[0]?.['outcome'], 'done')
})

Deno.test('captures, releases and queries are recorded like webhooks', async () => {
  const facts = (kind: 'paid' | 'voided') => () => Promise.resolve([factOf({ kind, amount: 1000 })])
  const world = worldWith(
    { capture: facts('paid'), void: facts('voided'), fetch: facts('paid') },
    { kind: 'capture' },
    { kind: 'void', amount: null },
    { kind: 'ask', amount: null },
  )
  assertEquals((await cron(world)).body, { done: 3, again: 0, failed: 0 })
  assertEquals(world.argsOf('record_payment_event').map(({ status, amount }) => [status, amount]), [
    ['paid', '10.00'],
    ['voided', '10.00'],
    ['paid', '10.00'],
  ])
})

Deno.test('an unsupported operation fails, and one without a response is retried', async () => {
  const failing = (error: Error, job: object = { kind: 'capture' }) =>
    worldWith({ capture: () => Promise.reject(error), refund: () => Promise.reject(error) }, job)
  assertEquals((await endings(worldWith({}, { kind: 'capture' })))[1], ['failed', null, null])
  assertEquals((await endings(worldWith({}, { kind: 'ask' })))[1], ['done', null, null])
  assertEquals((await endings(failing(new PaymentRefused('expired'))))[1], ['failed', null, null])
  assertEquals((await endings(failing(new ProviderFailure('throttled', 'wait', { retryAfterMs: 90_000 }))))[1], [
    'again',
    90,
    null,
  ])
  assertEquals((await endings(failing(new TypeError('a bug'))))[1], ['again', null, null])
  const off = worldOf({
    answers: { take_payment_jobs: queueOf({ kind: 'ask', payment: viewOf({ provider: 'paypal' }) }) },
  })
  assertEquals((await endings(off))[1], ['again', null, null])
})

Deno.test('a failing job does not delay the others', async () => {
  const world = worldWith(
    { refund: (_, { id }) => id === REFUND ? Promise.reject(new Error()) : Promise.resolve({ state: 'done' }) },
    { kind: 'refund', refund_id: REFUND },
    { kind: 'refund', refund_id: REFUND.replace('feed', 'beef') },
  )
  assertEquals((await cron(world)).body, { done: 1, again: 1, failed: 0 })
})

Deno.test('a worker asked to keep looking continues after its response', async () => {
  const world = worldWith({}, { kind: 'ask' })
  const waits: number[] = []
  const slow = worldOf({
    answers: { take_payment_jobs: queueOf({ kind: 'ask' }) },
    deps: {
      wait: (ms) => {
        waits.push(ms)
        return Promise.resolve()
      },
      now: () => waits.length * 2000,
    },
  })
  assertEquals((await cron(slow, { for_seconds: 50 })).body, { started: true })
  await slow.settled()
  assertEquals(slow.argsOf('finish_payment_job').length, 1)
  assertEquals(waits.length, 5, 'ten seconds without a job are enough')
  assertEquals((await cron(world, { for_seconds: 51 })).status, 400)
})

/** A world with one due hold; `charge` is the provider's answer to the request on the saved card. */
function holding(
  charge: Cards['charge'],
  more: { offSession?: boolean; away?: boolean; answers?: object } = {},
): World {
  const { offSession = true, away = true, answers = {} } = more
  const cards = { offSession, charge, forget: () => Promise.resolve() }
  const adapter = adapterOf({ cards, capture: () => Promise.resolve([]), void: () => Promise.resolve([]) })
  const job = { kind: 'hold', payment: null, amount: null, hold: { provider: 'stripe', off_session: away } }
  return worldOf({
    adapters: { stripe: adapter },
    answers: {
      take_payment_jobs: queueOf(job),
      begin_hold: viewOf({ is_hold: true, has_card: true, provider_ref: null, booking_status: 'NEW' }),
      payment_card: { token: 'pm_1', customer: 'cus_1' },
      ...answers,
    },
  })
}

Deno.test('a hold is requested on the saved card, and says whether its owner is away', async () => {
  for (const away of [true, false]) {
    const asked: unknown[] = []
    const world = holding((payment, card, _urls, _budget, isAway) => {
      asked.push([payment.isHold, card.token, isAway])
      return Promise.resolve({ facts: [factOf({ kind: 'authorized' })], ref: 'pi_1' })
    }, { away })
    assertEquals((await endings(world))[1], ['done', null, null])
    assertEquals(asked, [[true, 'pm_1', away]])
    assertEquals(world.argsOf('begin_hold')[0]?.['job_id'], 1)
    assertEquals(world.argsOf('record_payment_event')[0]?.['status'], 'authorized')
  }
})

Deno.test('a hold that the bank wants confirmed stores the owner’s next step', async () => {
  const next = { kind: 'redirect', url: 'https://bank.example/3ds' } as const
  const world = holding(() => Promise.resolve({ facts: [], ref: 'pi_1', next }))
  assertEquals((await endings(world))[1], ['done', null, null])
  assertEquals(world.argsOf('note_payment')[0]?.['next'], next)
})

Deno.test('a hold fails for good if the card is declined or gone, the ride is over, or the provider needs the owner', async () => {
  const charge = () => Promise.resolve({ facts: [] })
  const declined = holding(() => Promise.reject(new PaymentRefused('lost card')))
  const gone = holding(charge, { answers: { payment_card: null } })
  const over = holding(charge, { answers: { begin_hold: refused(409, 'wrong_status') } })
  const present = holding(charge, { offSession: false })
  for (const world of [declined, gone, over, present]) assertEquals((await endings(world))[1], ['failed', null, null])
  assertEquals(present.argsOf('begin_hold'), [])
})

Deno.test('a provider without off-session charges reserves a saved card while its owner is present', async () => {
  const world = holding(() => Promise.resolve({ facts: [factOf({ kind: 'authorized' })] }), {
    offSession: false,
    away: false,
  })
  assertEquals((await endings(world))[1], ['done', null, null])
})

Deno.test('a hold is requested again after a failure of the provider or the database', async () => {
  const busy = holding(() => Promise.reject(new ProviderFailure('timeout', 'no answer')))
  const down = holding(() => Promise.resolve({ facts: [] }), { answers: { begin_hold: refused(503, 'server_busy') } })
  for (const world of [busy, down]) assertEquals((await endings(world))[1]?.[0 as never], 'again')
})
