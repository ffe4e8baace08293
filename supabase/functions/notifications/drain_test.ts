import { assert, assertEquals, assertMatch, assertRejects } from '@std/assert'
import type { MailToSend } from '../_shared/messages/channels/choose-mail.ts'
import { firmOf } from '../_shared/messages/testing/firm.ts'
import type { Outcome, Sms } from '../_shared/messages/channels/types.ts'
import { createDeliver, type DeliverDeps, type Message } from './deliver.ts'
import { drain } from './drain.ts'
import { createCallService } from '../_shared/kernel/call-service.ts'
import { createRemoveFile } from './files.ts'
import { MaybeSent, NotNow, type Push, TokenGone, Undeliverable } from './senders/types.ts'
import { json, startServer, text } from '../_shared/http-client/testing/server.ts'

type Finished = { id: number; ok: boolean; error: string | null; attempt: number }

/** An outbox in memory: hands out each message once, and records its outcome. */
function outboxOf(messages: Message[], onTake: () => void = () => {}) {
  const left = [...messages]
  const finished: Finished[] = []
  const sizes: unknown[] = []
  const rpc = <Result>(name: string, args: Record<string, unknown>): Promise<Result> => {
    if (name === 'finish_messages') {
      return Promise.resolve(void finished.push(...args['results'] as Finished[]) as Result)
    }
    if (name === 'begin_messages') {
      return Promise.resolve((args['messages'] as Finished[]).map(({ id }) => id) as Result)
    }
    onTake()
    sizes.push(args['limit_count'])
    return Promise.resolve(left.splice(0, args['limit_count'] as number) as Result)
  }
  return { database: { rpc }, finished, sizes, left }
}

const message = (id: number, payload: Record<string, unknown> = {}, kind = 'push'): Message => ({
  id,
  kind,
  payload,
  attempt: 1,
  ttl_seconds: 60,
})
const quiet = <T>(work: () => Promise<T>): Promise<T> => {
  const { error } = console
  console.error = () => {}
  return work().finally(() => console.error = error)
}

Deno.test('notifications are delivered batch by batch until none is due, fifty at once', async () => {
  const { database, finished, sizes } = outboxOf(Array.from({ length: 220 }, (_, n) => message(n)))
  let [current, most] = [0, 0]
  const deliver = async () => {
    most = Math.max(most, ++current)
    await new Promise((resolve) => setTimeout(resolve, 1))
    current--
  }
  assertEquals(await drain({ database, deliver }, 0), { sent: 220, failed: 0 })
  assertEquals([sizes.slice(0, 3), most], [[100, 100, 100], 50])
  assertEquals(new Set(finished.map(({ id }) => id)).size, 220)
  assert(finished.every(({ ok, attempt }) => ok && attempt === 1))
})

Deno.test('a failed notification does not delay the others, and is logged by its name', async () => {
  const { database, finished } = outboxOf([1, 2, 3, 4].map((id) => message(id)))
  const deliver = ({ id }: Message) =>
    id === 1
      ? Promise.reject(new TokenGone('x'))
      : id === 2
      ? Promise.reject(new Undeliverable('too big'))
      : id === 3
      ? Promise.reject(new Error('500'))
      : Promise.resolve()
  assertEquals(await quiet(() => drain({ database, deliver }, 0)), { sent: 1, failed: 3 })
  assertEquals(finished.sort((a, b) => a.id - b.id).map(({ ok, error }) => [ok, error]), [
    [false, 'token_gone'],
    [false, 'undeliverable: too big'],
    [false, 'Error: 500'],
    [true, null],
  ])
})

Deno.test('a slow notification does not delay those that are queued after it', async () => {
  const { database, left } = outboxOf([message(1)])
  let release = () => {}
  const slow = new Promise<void>((resolve) => release = resolve)
  const sent: number[] = []
  const deliver = async ({ id }: Message) => {
    if (id === 1) {
      left.push(message(2))
      await slow
    } else release()
    sent.push(id)
  }
  assertEquals(await drain({ database, deliver }, 0), { sent: 2, failed: 0 })
  assertEquals(sent, [2, 1])
})

Deno.test('a code overtakes the news to all devices that wait before it', async () => {
  const { database, left } = outboxOf(Array.from({ length: 500 }, (_, n) => message(n, { plain: true })))
  const sent: string[] = []
  const deliver = async ({ id, payload }: Message) => {
    await new Promise((resolve) => setTimeout(resolve, 1))
    sent.push(payload['plain'] ? 'news' : 'code')
    if (id === 3) left.unshift(message(1000, { code: '1' }))
  }
  await drain({ database, deliver }, 0)
  assertEquals(sent.length, 501)
  assert(sent.indexOf('code') < 220, `${sent.indexOf('code')} news before the code`)
})

Deno.test('a text message is announced before it is sent, and not sent if another sender has it', async () => {
  const { database } = outboxOf([message(1, {}, 'sms'), message(2, {}, 'sms'), message(3)])
  const said: string[] = []
  const rpc = <Result>(name: string, args: Record<string, unknown>): Promise<Result> => {
    for (const { id, attempt } of (args['messages'] ?? args['results'] ?? []) as Finished[]) {
      said.push(`${name} ${id} ${attempt}`)
    }
    return name === 'begin_messages' ? Promise.resolve([1] as Result) : database.rpc<Result>(name, args)
  }
  const deliver = ({ id }: Message) => Promise.resolve(void said.push(`sent ${id}`))
  assertEquals(await drain({ database: { rpc }, deliver }, 0), { sent: 2, failed: 1 })
  const of = (id: string) => said.filter((line) => line.split(' ')[1] === id)
  assertEquals(of('1'), ['begin_messages 1 1', 'sent 1', 'finish_messages 1 1'])
  assertEquals(of('2'), ['begin_messages 2 1'])
  assertEquals(of('3'), ['sent 3', 'finish_messages 3 1'])
})

Deno.test('an outcome tells the outbox whether to wait, and whether the message may have been sent', async () => {
  const { database, finished } = outboxOf([message(1), message(2)])
  const deliver = ({ id }: Message) =>
    Promise.reject(id === 1 ? new NotNow('retry: status 503') : new MaybeSent('no answer in time'))
  await quiet(() => drain({ database, deliver }, 0))
  assertEquals(finished.map(({ error }) => error).sort(), ['not_now: retry: status 503', 'unknown: no answer in time'])
})

Deno.test('a push waits while its service fails, and ends if the device is gone', async () => {
  const payload = { token: 't', plain: true, title: 't', msg: 'm' }
  for (
    const [problem, kind] of [[new Error('status 503'), NotNow], [new TokenGone('x'), TokenGone], [
      new Undeliverable('x'),
      Undeliverable,
    ]] as const
  ) {
    const { deliver } = delivererOf({ sendPush: () => Promise.reject(problem) })
    await assertRejects(() => deliver(message(1, payload)), kind)
  }
})

Deno.test('a notification that expired while waiting in its batch is not sent', async () => {
  const { database, finished } = outboxOf([{ ...message(1), ttl_seconds: 0 }, message(2)])
  const sent: number[] = []
  await quiet(() => drain({ database, deliver: ({ id }) => Promise.resolve(void sent.push(id)) }, 0))
  assertEquals(sent, [2])
  assertEquals(finished.find(({ id }) => id === 1)?.error, 'undeliverable: expired')
})

Deno.test('a result that the database refuses does not stop the delivery', async () => {
  const { database } = outboxOf([message(1), message(2)])
  const rpc = <Result>(name: string, args: Record<string, unknown>) =>
    name === 'finish_messages' ? Promise.reject(new Error('down')) : database.rpc<Result>(name, args)
  assertEquals(await drain({ database: { rpc }, deliver: () => Promise.resolve() }, 0), { sent: 2, failed: 0 })
})

Deno.test('the drain keeps looking for the requested time, and ends after ten seconds without notifications', async () => {
  let time = 0
  const clock = { now: () => time, wait: (ms: number) => Promise.resolve(void (time += ms)) }
  const due = new Set([0, 8000, 16_000, 24_000, 32_000])
  const long = outboxOf([], () => {
    if (due.delete(time)) long.left.push(message(time))
  })
  assertEquals(await drain({ ...clock, database: long.database, deliver: () => Promise.resolve() }, 50), {
    sent: 5,
    failed: 0,
  })
  assertEquals(time, 42_000)
  time = 0
  await drain({ ...clock, database: outboxOf([]).database, deliver: () => Promise.resolve() }, 4)
  assertEquals(time, 4000)
})

/** The deliverer of the outbox, with channels that keep what they send. */
function delivererOf(
  deps: Partial<DeliverDeps> = {},
  outcome: Outcome = { state: 'sent', provider: 'inbox', ref: null },
) {
  const mails: MailToSend[] = []
  const texts: Sms[] = []
  const keys: string[] = []
  const deliver = createDeliver({
    sendPush: () => Promise.reject(new Error('no push')),
    sendMail: (mail, { key }) => {
      mails.push(mail)
      keys.push(key)
      return Promise.resolve(outcome)
    },
    sendSms: (sms, { key }) => {
      texts.push(sms)
      keys.push(key)
      return Promise.resolve(outcome)
    },
    readFirm: () => Promise.resolve(firmOf('Acme Cabs')),
    readReceipt: () => Promise.reject(new Error('no receipt')),
    removeFile: () => Promise.reject(new Error('no file')),
    siteUrl: 'https://taxi.example',
    ...deps,
  })
  return { deliver, mails, texts, keys }
}

Deno.test('a notice is sent by mail and text message in the app’s texts', async () => {
  const { deliver, mails, texts, keys } = delivererOf({
    readReceipt: (id) => Promise.resolve({ name: `${id}.pdf`, type: 'application/pdf', content: new Uint8Array([1]) }),
  })
  const payload = {
    lang: 'de',
    title: 'bank_details_changed.title',
    msg: 'bank_details_changed.text',
    params: { account: '***3A', until: '2026-03-02T11:00:00Z' },
    format: { symbol: 'CHF', swipe_symbol: false, decimal: 2, time_zone: 'Europe/Vaduz' },
  }
  await deliver(message(1, { ...payload, email: 'anna@example.com' }, 'mail'))
  await deliver(message(2, { ...payload, phone: '+4235550301' }, 'sms'))
  assertEquals(mails[0]?.to, 'anna@example.com')
  assertEquals(mails[0]?.subject, 'Ihre Bankverbindung wurde geändert')
  assertMatch(mails[0]?.text ?? '', /Konto \*\*\*3A.*12:00/)
  assertEquals(mails[0]?.fromName, 'Acme Cabs')
  assertEquals(texts, [{ to: '+4235550301', text: mails[0]?.text ?? '' }])
  assertEquals(keys, ['outbox-1', 'outbox-2'])
  assertEquals(mails[0]?.attachments, [])
  await deliver(message(3, { ...payload, email: 'anna@example.com', receipt_of: 'b1' }, 'mail'))
  assertEquals(mails[1]?.attachments?.[0]?.name, 'b1.pdf')
})

Deno.test('a message is tried again unless that is useless, and a text message not if it may have arrived', async () => {
  const mail = message(1, { email: 'a@b.test', plain: true, title: 't', msg: 'm' }, 'mail')
  const text = message(2, { phone: '+4235550301', plain: true, title: 't', msg: 'm' }, 'sms')
  for (
    const [state, ofMail, ofText] of [
      ['retry', NotNow, NotNow],
      ['rate_limited', NotNow, NotNow],
      ['account_refused', NotNow, NotNow],
      ['unknown', NotNow, MaybeSent],
      ['receiver_refused', Undeliverable, Undeliverable],
      ['undeliverable', Undeliverable, Undeliverable],
    ] as const
  ) {
    const { deliver } = delivererOf({}, { state, reason: 'status 503' })
    await assertRejects(() => deliver(mail), ofMail, `${state}: status 503`)
    await assertRejects(() => deliver(text), ofText, 'status 503')
  }
})

// Spec 1.12
Deno.test('pushes get their texts, codes are sent by text message, and files are removed', async () => {
  const [pushes, files] = [[] as Push[], [] as unknown[]]
  const { deliver, texts } = delivererOf({
    sendPush: (push) => Promise.resolve(void pushes.push(push)),
    removeFile: (...file) => Promise.resolve(void files.push(file)),
  })
  const format = { symbol: 'CHF', swipe_symbol: false, decimal: 2, time_zone: 'Europe/Vaduz' }
  const payload = {
    token: 't',
    lang: 'en-GB',
    channelId: 'bookings-repeat',
    screen: 'Wallet',
    booking_id: null,
    format,
    title: 'wallet_credited.title',
    msg: 'wallet_credited.text',
    params: { amount: 5 },
  }
  await deliver({ ...message(1, payload), ttl_seconds: 999_999 })
  assertEquals(pushes.pop(), {
    token: 't',
    title: 'Wallet topped up',
    body: 'CHF 5.00 was added to your wallet.',
    channelId: 'bookings-repeat',
    data: { screen: 'Wallet', key: 'wallet_credited' },
    lang: 'en',
    ttl: 86_400,
    topic: '',
    urgency: 'normal',
    actions: [],
    unread: undefined,
  })
  const offer = { ...payload, title: 'trip_offered.title', msg: 'trip_offered.text' }
  const params = { amount: 18.4, minutes: 6, area: 'Vaduz' }
  await deliver({ ...message(6, { ...offer, params }), ttl_seconds: 20 })
  const offered = pushes.pop()
  assertEquals(offered?.title, 'New trip: CHF 18.40')
  assertEquals(offered?.body, '6 min to the pickup, drop-off in Vaduz.')
  const left = Number(offered?.data['until']) - Date.now()
  assert(left > 15_000 && left <= 20_000, 'it says when its time is over')
  assertEquals(offered?.actions, [{ action: 'open', title: 'Open' }], 'no button accepts')
  await deliver(message(2, { token: 't', plain: true, title: 'Hello', msg: 'From {{driver}}', params: {} }))
  const news = pushes.pop()
  assertEquals([news?.title, news?.body, news?.data], ['Hello', 'From {{driver}}', {}])
  assertEquals([news?.topic, news?.urgency, news?.actions], ['', 'low', []])
  await assertRejects(() => deliver(message(3, { ...payload, title: 'nothing.title' })), Undeliverable)
  await deliver(message(4, { phone: '+4235550001;ext=12', lang: 'en', code: '12345' }, 'sms'))
  assertMatch(JSON.stringify(texts), /\+42355500\d1.*12345/)
  await assertRejects(() => deliver(message(5, {}, 'sms')), Undeliverable)
  const ride = {
    phone: '+4235550002',
    lang: 'en',
    msg: 'guest_ride',
    code: '54321',
    link_token: 'abc',
    params: { rider: 'Ana', trip_at: null },
    format,
  }
  await deliver(message(8, ride, 'sms'))
  assertMatch(
    JSON.stringify(texts.pop()),
    /Ana booked a ride for you\. Your start code for the driver: 54321\. Follow the car: https:\/\/taxi\.example\/t\/abc"/,
  )
  await deliver(
    message(
      9,
      { ...ride, code: undefined, lang: 'de', params: { rider: 'Ana', trip_at: '2026-03-02T11:00:00Z' } },
      'sms',
    ),
  )
  assertMatch(JSON.stringify(texts.pop()), /gebucht \(02\.03\.2026, 12:00\)\. Zum Wagen/)
  const invited = {
    phone: '+4235550002',
    lang: 'de',
    title: 'invitation_sms.title',
    msg: 'invitation_sms.text',
    path: '/login#to=%2B4235550002',
    params: { firm: 'Blitz' },
    format,
  }
  await deliver(message(10, invited, 'sms'))
  assertMatch(JSON.stringify(texts.pop()), /"Blitz .* https:\/\/taxi\.example\/login#to=%2B4235550002"/)
  await deliver(message(6, { bucket: 'users', path: 'a/license' }, 'file'))
  assertEquals(files, [['users', 'a/license']])
  await assertRejects(() => deliver(message(7, {}, 'pigeon')), Undeliverable)
})

Deno.test('a later push of a trip has the topic of an earlier one, and its buttons open pages', async () => {
  const pushes: Push[] = []
  const { deliver } = delivererOf({ sendPush: (push) => Promise.resolve(void pushes.push(push)) })
  const trip = '7f3c1c58-92f4-4b02-b4c5-30f7a1d3c0de'
  const push = async (key: string, screen: string, booking_id = trip, lang = 'en') => {
    await deliver(
      message(1, { token: 't', lang, screen, booking_id, unread: 3, title: `${key}.title`, msg: `${key}.text` }),
    )
    return pushes.pop() as Push
  }
  const accepted = await push('driver_accepted', 'BookedCab')
  const arrived = await push('driver_arrived', 'BookedCab', trip, 'de')
  assertMatch(accepted.topic, /^[\w-]{32}$/)
  assertEquals(arrived.topic, accepted.topic)
  assert(!accepted.topic.includes(trip.slice(0, 8)))
  const others = [
    await push('driver_accepted', 'BookedCab', '00000000-92f4-4b02-b4c5-30f7a1d3c0de'),
    await push('chat_message', 'onlineChat'),
    await push('trip_offered', 'DriverTrips'),
  ]
  assertEquals(new Set([accepted, ...others].map(({ topic }) => topic)).size, 4, 'each subject has its own')
  assertEquals((await push('trip_offer_over', 'DriverTrips')).topic, others[2]?.topic)
  assertEquals(accepted.actions.map(({ title }) => title), ['Show on map', 'Call driver'])
  assertEquals(arrived.actions, [{ action: 'call', title: 'Fahrer anrufen' }, {
    action: 'message',
    title: 'Nachricht',
  }])
  assertEquals([accepted.urgency, accepted.unread], ['high', 3])
})

Deno.test('files are removed by the Storage API, with a retry after a failure', async () => {
  const service = startServer(json([{ name: 'a/license' }]), json([]), text('', 'text/plain', 500))
  const remove = createRemoveFile(createCallService({ supabaseUrl: service.url, secretKey: 'sb_secret_x' }))
  await remove('users', 'a/license')
  await remove('users', 'a/license')
  await assertRejects(() => remove('users', 'a/license'), Error, '500')
  await assertRejects(() => remove('../users', 'a'), Undeliverable)
  await assertRejects(() => remove('users', ''), Undeliverable)
  await service.stop()
  assertEquals(service.heard.length, 3)
  assertEquals([service.heard[0]?.path, service.heard[0]?.json], ['/storage/v1/object/users', {
    prefixes: ['a/license'],
  }])
  assertEquals(service.heard[0]?.headers.get('apikey'), 'sb_secret_x')
})

Deno.test('news by mail and text message say how they end, in the language of their words', async () => {
  const { deliver, mails, texts } = delivererOf({ apiUrl: 'https://api.taxi.example' })
  const news = {
    plain: true,
    news: true,
    about: 'news',
    lang: 'de',
    title: 'Winter',
    msg: 'Schnee {{x}}',
    preferences: 'k3y',
  }
  await deliver(message(1, { ...news, email: 'anna@example.com' }, 'mail'))
  assertEquals(mails[0]?.subject, 'Winter')
  assertMatch(mails[0]?.text ?? '', /^Schnee \{\{x\}\}\n\nSie erhalten .*: https:\/\/taxi\.example\/m\/k3y$/)
  assertMatch(mails[0]?.html ?? '', /lang="de"[^]*href="https:\/\/taxi\.example\/m\/k3y"/)
  assertEquals(mails[0]?.unsubscribeUrl, 'https://api.taxi.example/functions/v1/messages/unsubscribe/k3y')
  await deliver(message(2, { ...news, phone: '+4235550301' }, 'sms'))
  assertEquals(texts[0]?.text, 'Acme Cabs: Schnee {{x}}\nKeine Neuigkeiten mehr: https://taxi.example/m/k3y')
  await deliver(message(3, { plain: true, title: 't', msg: 'm', email: 'a@b.test' }, 'mail'))
  assertEquals(mails[1]?.unsubscribeUrl, '', 'no other mail has the header')
  await assertRejects(
    () => delivererOf({ siteUrl: undefined }).deliver(message(4, { ...news, email: 'a@b.test' }, 'mail')),
    Undeliverable,
    'SITE_URL',
  )
})
