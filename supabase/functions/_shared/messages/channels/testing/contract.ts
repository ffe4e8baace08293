// What every adapter has to do, whatever its provider. A fixture is the provider's side, written from its documentation.
import { assert, assertEquals } from '@std/assert'
import { type Answer, type Heard, json, startRude, startServer, text, withServer } from '../../../http-client/testing/server.ts'
import { fetchOnce } from '../../../kernel/fetch-once.ts'
import type { Channel } from '../channel.ts'
import { readMail } from '../choose-mail.ts'
import { readSms } from '../choose-sms.ts'
import type { ChannelOptions } from '../hops.ts'
import type { Cost, Outcome, Provider } from '../types.ts'
import { certificate, key } from './certificate.ts'

/** What a test sends; an adapter of text messages uses only `to` and `text`. */
export interface Words {
  to: string
  text: string
  html: string
  subject: string
  fromName: string
  unsubscribeUrl?: string
}

/** What the provider's server understood of a request. */
export interface Understood {
  to: string
  text: string
  html?: string
  subject?: string
  /** The sender as the request has it. */
  from?: string
}

export interface Fixture {
  channel: 'mail' | 'sms'
  provider: Pick<Provider<never>, 'name' | 'hosts' | 'isRepeatable'>
  /** The variables; secrets contain the word `secret`. */
  env: Record<string, string>
  /** The provider's response to a message that it took, and the id and cost in it. */
  accepted: { answer: Answer; ref: string | null; cost?: Cost }
  /** Documented refusals. */
  refusals: readonly (readonly [what: string, status: number, body: unknown, state: Outcome['state']])[]
  /** How a request asks for receipts, by a provider that sends them where the request says; absent: it does not. */
  receipts?: { env: Record<string, string>; provenBy: string; address(heard: Heard): string | null; expected: string }
  /** Our key, as the request has it for the receipts; absent: it has none. */
  keyIn?(heard: Heard): unknown
  /** Reads a request as the provider's server does; throws if it is not as documented. */
  understand(heard: Heard): Understood
}

const MAIL_TO = 'ann@example.com'
const NUMBER = '+447700900123'

interface World {
  send(words?: Partial<Words>): Promise<Outcome>
  lines: string[]
}

/** Sends by the provider's adapter to a local server in place of the provider's. */
export function worldOf(fixture: Fixture, url: string, options: Partial<ChannelOptions> = {}): World {
  const { channel, env, provider } = fixture
  const lines: string[] = []
  const values: Record<string, string> = {
    MAIL_PROVIDER: provider.name,
    SMS_PROVIDER: provider.name,
    MAIL_FROM: 'desk@firm.example',
    ...env,
  }
  const fetcher: typeof fetch = (input, init) => {
    const asked = new URL(input as URL)
    assert(provider.hosts?.includes(asked.host) ?? true, `${asked.host} is not listed`)
    return fetchOnce(`${url}${asked.pathname}${asked.search}`, init)
  }
  const all = { get: (name: string) => values[name], write: (line: string) => void lines.push(line), fetcher, ...options }
  const sending = { key: 'outbox-7', withinMs: 20_000, ttlSeconds: 300 }
  const send: Channel<Words> = channel === 'mail'
    ? readMail({ isAwaited: false, ...all })
    : readSms({ isAwaited: false, ...all })
  const usual = { to: channel === 'mail' ? MAIL_TO : NUMBER, text: 'Hello', html: '', subject: 'A subject', fromName: 'Acme Cabs' }
  return { send: (words = {}) => send({ ...usual, ...words }, sending), lines }
}

/** Registers the tests of an adapter. */
export function conform(fixture: Fixture): void {
  const { provider, accepted, channel } = fixture
  const name = `${channel} by ${provider.name}`
  /** The outcome of a request that may have been executed. */
  const unsure = provider.isRepeatable ? 'retry' : 'unknown'
  const test = (what: string, run: () => Promise<void>) => Deno.test(`${name}: ${what}`, run)

  /** Tests the outcome of one response. */
  const answer = (what: string, given: Answer, state: Outcome['state'], more: Partial<Outcome> = {}) =>
    test(`${what} is ${state}`, () =>
      withServer([given], async ({ url }) => {
        const outcome = await worldOf(fixture, url).send()
        assertEquals(outcome.state, state, JSON.stringify(outcome))
        for (const [field, value] of Object.entries(more)) assertEquals(outcome[field as keyof Outcome], value)
      }))
  /** Sends one message to a server that takes it, and returns what the server understood. */
  const take = async (words: Partial<Words>): Promise<{ understood: Understood; heard: Heard }> => {
    const server = startServer(accepted.answer)
    try {
      const outcome = await worldOf(fixture, server.url).send(words)
      assertEquals(outcome.state, 'sent', JSON.stringify(outcome))
      const [heard] = server.heard
      assert(heard && server.heard.length === 1)
      return { understood: fixture.understand(heard), heard }
    } finally {
      await server.stop()
    }
  }

  // What arrives

  if (channel === 'mail') {
    test('news have the headers of RFC 8058, and no other mail has them', async () => {
      const unsubscribeUrl = 'https://api.firm.example/functions/v1/messages/unsubscribe/0123456789abcdef01234567'
      const news = JSON.stringify((await take({ unsubscribeUrl })).heard.json)
      assert(news.includes('List-Unsubscribe'), news)
      assert(news.includes(`<${unsubscribeUrl}>`), news)
      assert(news.includes('List-Unsubscribe=One-Click'), news)
      assert(!JSON.stringify((await take({})).heard.json).includes('List-Unsubscribe'))
    })
  }
  test('a taken message has the provider’s id', () =>
    withServer([accepted.answer], async ({ url }) => {
      const { ref, cost } = accepted
      assertEquals(await worldOf(fixture, url).send(), { state: 'sent', provider: provider.name, ref, ...(cost && { cost }) })
    }))
  test('the request is as the provider documents it', async () => {
    const { understood } = await take({ text: 'Your code is 123456' })
    assertEquals([understood.to, understood.text], [channel === 'mail' ? MAIL_TO : NUMBER, 'Your code is 123456'])
  })
  const { receipts, keyIn } = fixture
  if (keyIn) {
    test('the request has our key for its receipts', async () => {
      const { heard } = await take({})
      assertEquals(keyIn(heard), 'outbox-7')
    })
  }
  if (receipts) {
    /** The address for receipts in a request, with these variables. */
    const asked = (env: Record<string, string>) =>
      withServer([accepted.answer], async (server) => {
        const outcome = await worldOf({ ...fixture, env: { ...fixture.env, ...env } }, server.url).send()
        assertEquals(outcome.state, 'sent', JSON.stringify(outcome))
        const [heard] = server.heard
        assert(heard)
        assertEquals(receipts.address(heard), env['expected'] ?? null)
      })
    const apiUrl = 'https://api.firm.example'
    test('receipts are asked for at our public address, with our key', () =>
      asked({ ...receipts.env, PUBLIC_API_URL: `${apiUrl}/`, expected: `${apiUrl}/functions/v1/messages/webhook/${receipts.expected}?key=outbox-7` }))
    test('no receipts are asked for without a public address', () =>
      asked({ ...receipts.env, PUBLIC_API_URL: 'http://127.0.0.1:54321' }))
    test('no receipts are asked for that nobody could prove', () =>
      asked({ ...receipts.env, PUBLIC_API_URL: apiUrl, [receipts.provenBy]: '' }))
  }
  for (
    const [what, said] of [
      ['line breaks', 'One\n\n@taxi.example #123456'],
      ['Arabic', 'رمزك هو 123456'],
      ['emoji', 'Your cab 🚕 is here 👨‍👩‍👧'],
      ['quotes, backslashes and ampersands', `"a" 'b' \\ & <c> {to} %20 + = ;`],
      ['the letters of GSM with two places', '[5 €] {~}^|'],
    ] as const
  ) {
    test(`a text with ${what} arrives unchanged`, async () => {
      assertEquals((await take({ text: said })).understood.text, said)
    })
  }
  test('half an emoji and control characters do not break the request', async () => {
    assertEquals((await take({ text: 'a\ud83dz\0\x1b\x07!\r\nb' })).understood.text, 'a\ufffdz!\nb')
  })
  test('10,000 characters arrive, or as many as a text message may have', async () => {
    const { understood } = await take({ text: 'ab '.repeat(3334) })
    if (channel === 'mail') assertEquals(understood.text.trimEnd().length, 10_001)
    else assertEquals(understood.text.length, 1530)
  })
  if (channel === 'mail') {
    const evil = 'Cab\r\nBcc: all@evil.example\r\n\r\nHi\u2028there\0'
    test('line breaks in subject and name add no header', async () => {
      const { understood } = await take({ subject: evil, fromName: evil })
      assertEquals(understood.subject, 'Cab Bcc: all@evil.example Hi there')
      assert(!/[\r\n]/.test(understood.from ?? ''))
      assert(understood.from?.includes('desk@firm.example'))
    })
    test('a name with a comma and an angle bracket is no second address', async () => {
      const { understood } = await take({ fromName: 'Acme, Inc. <x@evil.example> "Cabs" \\' })
      assertEquals(understood.from, '"Acme, Inc. <x@evil.example> \\"Cabs\\" \\\\" <desk@firm.example>')
    })
    test('the HTML of a mail arrives beside its text', async () => {
      const html = '<!doctype html><html dir="rtl"><p style="color:#111">رمزك 123456 &amp; "="</p></html>'
      const { understood } = await take({ text: 'Hello', html })
      assertEquals([understood.text, understood.html], ['Hello', html])
    })
    test('a subject and a name lose marks that turn the text around', async () => {
      const { understood } = await take({ subject: 'a\u202etxet\u2066!', fromName: 'A\u202eB' })
      assertEquals([understood.subject, understood.from], ['atxet!', '"AB" <desk@firm.example>'])
    })
    test('a subject of 10,000 characters is cut', async () => {
      const { understood } = await take({ subject: 'ab '.repeat(3334) })
      assert((understood.subject?.length ?? 0) <= 200)
    })
  }
  test('an invalid receiver gets no request', () =>
    withServer([accepted.answer], async (server) => {
      const { send } = worldOf(fixture, server.url)
      const invalid = channel === 'mail'
        ? ['', 'ann', 'ann@', 'ann@b.c\r\nBcc: x@y.z', 'a@b.c, x@y.z', '<a@b.c>', 'a b@c.d', `${'a'.repeat(300)}@b.c`]
        : ['', '123', '+0123456', '+44 7700 900123', '+447700900123,+447700900124', '+44770090012345678', '+４４7700900123']
      for (const to of invalid) assertEquals((await send({ to })).state, 'receiver_refused', to)
      assertEquals(server.heard.length, 0)
    }))

  // What the provider answers
  for (const [what, status, body, state] of fixture.refusals) {
    answer(what, typeof body === 'string' ? text(body, 'text/plain', status) : json(body, status), state)
  }
  answer('status 401 with HTML', text('<h1>No</h1>', 'text/html', 401), 'account_refused')
  answer('status 403 with HTML', text('<h1>No</h1>', 'text/html', 403), 'account_refused')
  answer('status 404 with HTML', text('<h1>No</h1>', 'text/html', 404), 'account_refused')
  answer('status 400 with an empty object', json({}, 400), 'undeliverable')
  answer('status 413', text('too long', 'text/plain', 413), 'undeliverable')
  answer('status 429 without Retry-After', json({}, 429), 'rate_limited')
  answer('status 429 with Retry-After', json({}, 429, { 'retry-after': '30' }), 'rate_limited', { afterMs: 30_000 })
  answer('status 429 with HTML', text('<h1>Slow down</h1>', 'text/html', 429), 'rate_limited')
  answer('status 503 with Retry-After', json({}, 503, { 'retry-after': '60' }), 'retry', { afterMs: 60_000 })
  answer('status 500', json({ error: 'internal' }, 500), unsure)
  answer('status 502 with HTML', text('<h1>Bad gateway</h1>', 'text/html', 502), unsure)
  answer('status 200 with an empty body', text('', 'application/json'), unsure)
  answer('status 200 with HTML', text('<h1>Login</h1>', 'text/html'), unsure)
  answer('status 200 with null', json(null), unsure)
  answer('status 200 with another object', json({ hello: 'world' }), unsure)
  answer('status 200 with a list', json([1, 2]), unsure)
  answer('status 200 with half of the JSON', text('{"id": "12', 'application/json'), unsure)
  test('a redirect is account_refused, and not followed', () =>
    withServer([json({}, 302, { location: '/elsewhere' })], async (server) => {
      assertEquals((await worldOf(fixture, server.url).send()).state, 'account_refused')
      assertEquals(server.heard.length, 1)
    }))

  // What the network does
  for (const manner of ['silent', 'half', 'endless', 'reset'] as const) {
    test(`a server that is ${manner} leaves the outcome ${unsure}, and gets a message that cannot be repeated once`, async () => {
      const server = startRude(manner)
      try {
        assertEquals((await worldOf(fixture, server.url, { attemptMs: 300 }).send()).state, unsure)
        if (!provider.isRepeatable) assertEquals(server.requests(), 1)
      } finally {
        await server.stop()
      }
    })
  }
  test('a server that is not there is retry', async () => {
    const server = startServer(accepted.answer)
    await server.stop()
    assertEquals((await worldOf(fixture, server.url).send()).state, 'retry')
  })
  test('a server with a wrong certificate is retry, and hears nothing', async () => {
    let heard = 0
    const options = { port: 0, hostname: '127.0.0.1', cert: certificate, key, onListen: () => {} }
    const server = Deno.serve(options, (request) => {
      heard++
      return accepted.answer(request)
    })
    const outcome = await worldOf(fixture, `https://127.0.0.1:${server.addr.port}`).send()
    await server.shutdown()
    assertEquals([outcome.state, 'reason' in outcome && outcome.reason, heard], ['retry', 'has no valid certificate', 0])
  })
  test('after five failures the provider rests, and gets no further request', () =>
    withServer([json({}, 503)], async (server) => {
      const { send } = worldOf(fixture, server.url)
      for (let n = 0; n < 6; n++) await send()
      const before = server.heard.length
      const outcome = await send()
      assertEquals([outcome.state, server.heard.length], ['retry', before])
    }))

  // What the log shows
  test('no log line and no reason has a secret, the receiver or the text', async () => {
    const said: string[] = []
    const answers = [accepted.answer, json({ message: 'secret' }, 400), json({}, 500), text('<b>', 'text/html', 401)]
    for (const given of answers) {
      await withServer([given], async ({ url }) => {
        const { send, lines } = worldOf(fixture, url)
        said.push(JSON.stringify(await send({ text: 'Your code is 123456' })), ...lines)
      })
    }
    const secrets = Object.values(fixture.env).filter((value) => value.includes('secret'))
    assert(secrets.length > 0)
    for (const hidden of [...secrets, '123456', NUMBER, NUMBER.slice(1), MAIL_TO]) {
      assert(!said.some((line) => line.includes(hidden)), hidden)
    }
  })
}
