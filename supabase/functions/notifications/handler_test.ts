import { assert, assertEquals } from '@std/assert'
import type { Authenticate } from '../_shared/kernel/auth.ts'
import { databaseOf, post, read, signedInAs } from '../_shared/kernel/testing/doubles.ts'
import { createNotificationsHandler, type NotificationsDeps } from './handler.ts'
import { type Push, TokenGone, Undeliverable } from './senders/types.ts'

const server: Authenticate = () => Promise.resolve({ role: 'service_role', uid: null, userRole: null })

function handlerOf(deps: Partial<NotificationsDeps> = {}) {
  const sent: Push[] = []
  const database = databaseOf({ take_outbox: [] })
  const handler = createNotificationsHandler({
    database,
    authenticate: server,
    cronSecret: 'open sesame',
    deliver: () => Promise.resolve(),
    sendPush: (push) => Promise.resolve(void sent.push(push)),
    ...deps,
  })
  const ask = (body: unknown, headers: Record<string, string> = {}) =>
    read(handler(post('functions/v1/notifications/send', body, headers)))
  return { ask, sent, database }
}

// Spec 7.10
Deno.test('only our own servers are admitted', async () => {
  for (const person of ['visitor', 'rider', 'admin'] as const) {
    const { ask, sent, database } = handlerOf({ authenticate: signedInAs(person) })
    for (const body of [{}, { token: 't', title: 'x', msg: 'y' }]) {
      const { status, body: answer } = await ask(body)
      assertEquals([status, answer['code']], [403, 'not_allowed'], person)
    }
    assertEquals([sent, database.calls], [[], []])
  }
  assertEquals((await handlerOf().ask({})).status, 200)
})

Deno.test('cron is admitted only with its secret', async () => {
  const nobody = () => Promise.reject(new Error('asked for a key'))
  const { ask } = handlerOf({ authenticate: nobody })
  assertEquals(await ask({}, { 'x-cron-secret': 'open sesame' }), { status: 200, body: { sent: 0, failed: 0 } })
  for (const secret of ['open', 'open sesame!', '', 'undefined']) {
    assertEquals((await ask({}, { 'x-cron-secret': secret })).status, 401, secret)
  }
  const without = handlerOf({ authenticate: nobody, cronSecret: undefined })
  for (const secret of ['', 'undefined', 'open sesame']) {
    assertEquals((await without.ask({}, { 'x-cron-secret': secret })).status, 401)
  }
  assertEquals((await handlerOf({ cronSecret: '' }).ask({}, { 'x-cron-secret': '' })).status, 401)
})

// Spec 7.10
Deno.test('a single push is sent as requested', async () => {
  const { ask, sent } = handlerOf()
  const body = {
    token: 't',
    title: 'Hello',
    msg: 'World',
    screen: 'BookedCab',
    channelId: 'bookings-repeat',
    bookingId: 'b1',
  }
  assertEquals(await ask(body), { status: 200, body: { success: true } })
  assertEquals(sent, [{
    token: 't',
    title: 'Hello',
    body: 'World',
    data: { screen: 'BookedCab', bookingId: 'b1' },
    channelId: 'bookings-repeat',
    lang: '',
    ttl: 86_400,
    topic: '',
    urgency: 'high',
    actions: [],
  }])
  for (
    const wrong of [{ token: '' }, { token: 5 }, { title: ' ' }, { msg: undefined }, { title: 'x'.repeat(201) }, {
      screen: {},
    }]
  ) {
    assertEquals((await ask({ ...body, ...wrong })).status, 400, JSON.stringify(wrong))
  }
  assertEquals(sent.length, 1)
})

Deno.test('the failure of a single push is returned as a result, not as an error', async () => {
  const { error } = console
  console.error = () => {}
  for (
    const [problem, name] of [[new TokenGone('x'), 'token_gone'], [new Undeliverable('x'), 'undeliverable'], [
      new Error('x'),
      'try_again',
    ]] as const
  ) {
    const { ask } = handlerOf({ sendPush: () => Promise.reject(problem) })
    assertEquals(await ask({ token: 't', title: 'a', msg: 'b' }), {
      status: 200,
      body: { success: false, error: name },
    })
  }
  console.error = error
})

Deno.test('a call that keeps looking gets its response first, if the platform permits', async () => {
  const works: Promise<unknown>[] = []
  let time = 0
  const clock = { now: () => time, wait: (ms: number) => Promise.resolve(void (time += ms)) }
  const { ask, database } = handlerOf({ ...clock, later: (work) => works.push(work) })
  assertEquals(await ask({ for_seconds: 50 }), { status: 200, body: { started: true } })
  await Promise.all(works)
  assert(database.calls.length > 2)
  for (const wrong of [-1, 51, '5', null, Number.NaN]) {
    const { status } = await ask({ for_seconds: wrong })
    assertEquals(status, wrong === null || Number.isNaN(wrong) ? 200 : 400, String(wrong))
  }
})

Deno.test('an unreachable database is reported', async () => {
  const { error } = console
  console.error = () => {}
  const { ask } = handlerOf({ database: { rpc: () => Promise.reject(new Error('down')) } })
  assertEquals((await ask({})).status, 500)
  console.error = error
})

Deno.test('a device says by the key of a push that it has shown it, and nothing else', async () => {
  const key = '01234567-89ab-4cde-8f01-23456789abcd'
  const database = databaseOf({ push_shown: null })
  const handler = createNotificationsHandler({
    database,
    authenticate: () => Promise.reject(new Error('asked for a key')),
    cronSecret: undefined,
    deliver: () => Promise.resolve(),
    sendPush: () => Promise.resolve(),
  })
  const say = (tail: string) =>
    handler(new Request(`http://x/functions/v1/notifications/shown/${tail}`, { method: 'POST' }))
  assertEquals((await say(key)).status, 204)
  for (const other of ['1', key.toUpperCase(), `${key}0`]) assertEquals((await say(other)).status, 204, other)
  assertEquals(database.calls.length, 1)
  assertEquals((await say(`${key}/x`)).status, 404)
})
