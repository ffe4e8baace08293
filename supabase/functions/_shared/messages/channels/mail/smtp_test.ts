import { assert, assertEquals, assertMatch, assertThrows } from '@std/assert'
import { connect } from 'node:net'
import { readMail } from '../choose-mail.ts'
import { certificate } from '../testing/certificate.ts'
import { type Manner, type MailServer, startMailServer } from '../testing/smtp.ts'
import type { Mail, Outcome } from '../types.ts'
import { createSmtp } from './smtp.ts'
import { readSmtp, type SmtpSettings } from './smtp-settings.ts'

const account = { user: 'acme', pass: 'secret-password' }
const mail: Mail = {
  from: { name: 'Acme Cabs', address: 'desk@firm.example' },
  to: 'ann@example.com',
  subject: 'Acme: sign-in code',
  text: 'Your code is 123456',
  html: '',
  unsubscribeUrl: '',
  attachments: [],
}

interface Options {
  settings?: Partial<SmtpSettings>
  ca?: string | null
  withinMs?: number
}

/** Creates an adapter for a server; it trusts the server's certificate unless `ca` is null. */
function adapterFor(server: MailServer, { settings = {}, ca = certificate, withinMs = 5000 }: Options = {}) {
  const send = createSmtp(
    { host: '127.0.0.1', port: server.port, tls: 'none', auth: null, ...settings },
    ca === null ? {} : { ca },
  )
  return (changes: Partial<Mail> = {}): Promise<Outcome> =>
    send({ ...mail, ...changes }, { key: 'outbox-7', ttlSeconds: 300, endsAt: Date.now() + withinMs })
}

async function withServer(
  manner: Manner,
  options: Options,
  run: (send: (changes?: Partial<Mail>) => Promise<Outcome>, server: MailServer) => Promise<void>,
): Promise<void> {
  const server = await startMailServer(manner)
  try {
    await run(adapterFor(server, options), server)
  } finally {
    await server.stop()
  }
}

const test = (what: string, run: () => Promise<void>) => Deno.test(`mail by smtp: ${what}`, run)

for (const tls of ['none', 'starttls', 'implicit'] as const) {
  test(`a mail is taken with tls ${tls}, after a login`, () =>
    withServer({ tls, account }, { settings: { tls, auth: account } }, async (send, { taken }) => {
      assertEquals(await send(), { state: 'sent', provider: 'smtp', ref: 'Q1' })
      const { raw, ...rest } = taken[0] ?? { raw: '' }
      assertEquals(rest, {
        from: 'desk@firm.example',
        to: ['ann@example.com'],
        greeted: 'firm.example',
        secure: tls !== 'none',
        user: 'acme',
      })
      assertMatch(raw, /^From: Acme Cabs <desk@firm\.example>\r\nTo: ann@example\.com\r\nSubject: Acme: sign-in code\r$/m)
      assertMatch(raw, /^Message-ID: <outbox-7@firm\.example>\r$/m)
      assert((raw).includes('\r\n\r\nYour code is 123456'))
    }))
}

test('the number under which Exim keeps a mail is noted, and a server without one takes it, too', async () => {
  await withServer({ names: 'OK id=' }, {}, async (send) => assertEquals((await send() as { ref?: unknown }).ref, 'Q1'))
  await withServer({ names: 'Thanks ' }, {}, async (send) => assertEquals((await send() as { ref?: unknown }).ref, null))
})

test('mails that are sent at once share at most eight connections, each mail arrives once, and then all are closed', () =>
  withServer({}, {}, async (send, { taken, connections }) => {
    const outcomes = await Promise.all(Array.from({ length: 60 }, (_, n) => send({ subject: `Mail ${n}` })))
    assertEquals(outcomes.filter(({ state }) => state === 'sent').length, 60)
    const subjects = taken.map(({ raw }) => /^Subject: (Mail \d+)\r$/m.exec(raw)?.[1])
    assertEquals(new Set(subjects).size, 60)
    assertEquals([taken.length, connections() <= 8], [60, true], `${connections()} connections`)
  }))

test('a mail that is refused does not harm the next ones on the same connections', () =>
  withServer(
    { refuse: { receiver: Array.from({ length: 40 }, (_, n) => n % 3 ? null : { responseCode: 550, message: '5.1.1 No' }) } },
    {},
    async (send, { taken }) => {
      const states = (await Promise.all(Array.from({ length: 40 }, () => send()))).map(({ state }) => state)
      assertEquals(states.filter((state) => state === 'sent').length, taken.length)
      assertEquals(states.filter((state) => state === 'receiver_refused').length, 14)
    },
  ))

test('a server that closes a connection after each mail loses none, and gets none twice', () =>
  withServer({ closesAfter: 1 }, {}, async (send, { taken }) => {
    const states = (await Promise.all(Array.from({ length: 30 }, () => send()))).map(({ state }) => state)
    assertEquals([states.filter((state) => state === 'sent').length, taken.length], [30, 30])
  }))

// What the server refuses

for (
  const [what, refuse, state] of [
    ['a busy server', { connect: { responseCode: 421, message: '4.3.2 Too busy' } }, 'retry'],
    ['a server that takes no connection', { connect: { responseCode: 554, message: '5.7.1 Blocked' } }, 'account_refused'],
    ['a refused sender', { sender: { responseCode: 550, message: '5.7.1 Not yours' } }, 'account_refused'],
    ['a sender that the server cannot check now', { sender: { responseCode: 451, message: '4.4.3 DNS' } }, 'retry'],
    ['an unknown receiver', { receiver: { responseCode: 550, message: '5.1.1 No such user' } }, 'receiver_refused'],
    ['a receiver without enhanced code', { receiver: { responseCode: 553, message: 'No' } }, 'receiver_refused'],
    ['a full mailbox', { receiver: { responseCode: 452, message: '4.2.2 Full' } }, 'retry'],
    ['a server that does not relay', { receiver: { responseCode: 550, message: '5.7.1 Relaying denied' } }, 'account_refused'],
    ['a mail that is spam', { mail: { responseCode: 554, message: '5.7.1 Spam' } }, 'undeliverable'],
    ['a mail that is too large', { mail: { responseCode: 552, message: '5.3.4 Too large' } }, 'undeliverable'],
    ['a receiver refused after the mail', { mail: { responseCode: 550, message: '5.1.1 No such user' } }, 'receiver_refused'],
    ['a full disk', { mail: { responseCode: 452, message: '4.3.1 Disk' } }, 'retry'],
  ] as const
) {
  test(`${what} is ${state}`, () =>
    withServer({ refuse }, {}, async (send, { taken }) => {
      const outcome = await send()
      assertEquals([outcome.state, taken.length], [state, 0], JSON.stringify(outcome))
      assert('reason' in outcome && !/No such user|Spam|Blocked/.test(outcome.reason))
    }))
}

test('a greylisted mail waits two minutes, and is taken by the next attempt', () =>
  withServer({ refuse: { receiver: [{ responseCode: 450, message: '4.2.0 Greylisted' }, null] } }, {}, async (send) => {
    assertEquals(await send(), { state: 'retry', reason: 'RCPT TO 450 4.2.0', afterMs: 120_000 })
    assertEquals((await send()).state, 'sent')
  }))

test('a wrong password is account_refused, and not in the reason', () =>
  withServer({ account }, { settings: { auth: { ...account, pass: 'secret-wrong' } } }, async (send) => {
    const outcome = await send()
    assertEquals(outcome.state, 'account_refused')
    assert(!JSON.stringify(outcome).includes('secret'))
  }))

test('a login that the server cannot check now is retry', () =>
  withServer(
    { account, refuse: { login: { responseCode: 454, message: '4.7.0 Later' } } },
    { settings: { auth: account } },
    async (send) => assertEquals((await send()).state, 'retry'),
  ))

// Certificates

for (const tls of ['starttls', 'implicit'] as const) {
  test(`a certificate that nobody signed is refused with tls ${tls}, and the password is not sent`, () =>
    withServer({ tls, account }, { settings: { tls, auth: account }, ca: null }, async (send, { taken }) => {
      const outcome = await send()
      assertEquals([outcome.state, taken.length], ['account_refused', 0], JSON.stringify(outcome))
    }))
}

test('a certificate of another name is refused', () =>
  withServer(
    { tls: 'starttls', address: '127.0.0.2' },
    { settings: { tls: 'starttls', host: '127.0.0.2' } },
    async (send, { taken }) => assertEquals([(await send()).state, taken.length], ['account_refused', 0]),
  ))

test('a server without STARTTLS gets nothing, if TLS is required', () =>
  withServer({ account }, { settings: { tls: 'starttls', auth: account } }, async (send, { taken }) => {
    assertEquals([(await send()).state, taken.length], ['account_refused', 0])
  }))

// The network

test('a server that is not there is retry', async () => {
  const server = await startMailServer()
  await server.stop()
  assertEquals((await adapterFor(server)()).state, 'retry')
})

test('a server that never greets is retry', async () => {
  const listener = Deno.listen({ port: 0, hostname: '127.0.0.1' })
  const port = listener.addr.port
  const open: Deno.Conn[] = []
  const accepting = (async () => {
    for await (const connection of listener) open.push(connection)
  })()
  const outcome = await adapterFor({ port } as MailServer, { withinMs: 200 })()
  assertEquals(outcome, { state: 'retry', reason: 'no answer in time' })
  listener.close()
  for (const connection of open) connection.close()
  await accepting
})

test('a server that answers no SMTP is not sent to', async () => {
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, () => new Response('no'))
  const outcome = await adapterFor({ port: server.addr.port } as MailServer, { withinMs: 300 })()
  assertEquals(outcome.state, 'retry')
  await server.shutdown()
})

test('a server that hangs before the mail is retry, and after it unknown', async () => {
  await withServer({ hang: 'receiver' }, { withinMs: 300 }, async (send) => {
    assertEquals((await send()).state, 'retry')
  })
  await withServer({ hang: 'mail' }, { withinMs: 300 }, async (send, { taken }) => {
    assertEquals([await send(), taken.length], [{ state: 'unknown', reason: 'no answer in time' }, 1])
  })
})

test('a connection that breaks before the mail is retry, and after it unknown', async () => {
  await withServer({ cut: 'receiver' }, {}, async (send) => assertEquals((await send()).state, 'retry'))
  await withServer({ cut: 'mail' }, {}, async (send) => assertEquals((await send()).state, 'unknown'))
})

test('after five failures the server rests', async () => {
  const server = await startMailServer()
  await server.stop()
  const send = adapterFor(server)
  for (let n = 0; n < 5; n++) await send()
  assertEquals(await send(), { state: 'retry', reason: 'failed too often just now' })
})

test('refused receivers do not make the server rest', () =>
  withServer({ refuse: { receiver: { responseCode: 550, message: '5.1.1 No' } } }, {}, async (send) => {
    for (let n = 0; n < 8; n++) assertEquals((await send()).state, 'receiver_refused')
  }))

// What arrives

/** Sends by the whole channel, as the functions do, and returns the mail. */
async function arrived(words: { subject?: string; fromName?: string; text?: string; to?: string; unsubscribeUrl?: string }): Promise<string> {
  const server = await startMailServer()
  const env: Record<string, string> = {
    MAIL_PROVIDER: 'smtp',
    MAIL_FROM: 'desk@firm.example',
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    SMTP_TLS: 'none',
  }
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const send = readMail({ get: (name) => env[name], write, isAwaited: false })
  const usual = { to: 'ann@example.com', subject: 'A', text: 'B', fromName: 'Acme' }
  const outcome = await send({ ...usual, ...words }, { key: 'k', withinMs: 5000 })
  await server.stop()
  assertEquals([outcome.state, lines], ['sent', []])
  return server.taken[0]?.raw ?? ''
}

const headers = (raw: string) => raw.split('\r\n\r\n')[0]?.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n') ?? []
const namesOf = (raw: string) => headers(raw).map((line) => line.split(':')[0])

test('news have the headers of RFC 8058, in one line each', async () => {
  const unsubscribeUrl = 'https://api.firm.example/functions/v1/messages/unsubscribe/0123456789abcdef01234567'
  const raw = await arrived({ unsubscribeUrl })
  assertMatch(headers(raw).join('\n'), new RegExp(`^List-Unsubscribe: <${unsubscribeUrl}>$`, 'm'))
  assertMatch(headers(raw).join('\n'), /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
})

test('line breaks in subject and name add no header', async () => {
  const usual = namesOf(await arrived({}))
  const evil = 'Cab\r\nBcc: all@evil.example\r\n\r\nHi\u2028there\0'
  const raw = await arrived({ subject: evil, fromName: evil })
  assertEquals(namesOf(raw), usual)
  assert((headers(raw).join('\n')).includes('Subject: Cab Bcc: all@evil.example Hi there'))
})

test('a name with a comma and an angle bracket is no second sender', async () => {
  const raw = await arrived({ fromName: 'Acme, Inc. <x@evil.example>' })
  assertEquals(headers(raw).find((line) => line.startsWith('From:')), 'From: "Acme, Inc. <x@evil.example>" <desk@firm.example>')
})

test('an Arabic subject and an emoji are encoded words', async () => {
  const raw = await arrived({ subject: 'سيارات: رمز 🚕', fromName: 'سيارات' })
  assertMatch(raw, /^Subject: =\?UTF-8\?/m)
  assertMatch(raw, /^From: =\?UTF-8\?/m)
})

test('a line that is a dot, and a text of 10,000 characters on one line, arrive', async () => {
  const long = 'x'.repeat(10_000)
  const raw = await arrived({ text: `one\n.\ntwo ${long}` })
  const body = raw.split('\r\n\r\n').slice(1).join('\r\n\r\n')
  const decoded = body.replaceAll('=\r\n', '')
  assert((decoded).includes('one\r\n.\r\ntwo '))
  assert((decoded.replaceAll(/\s/g, '')).includes(long))
})

test('a file arrives', () =>
  withServer({}, {}, async (send, { taken }) => {
    await send({ attachments: [{ name: 'receipt ü.pdf', type: 'application/pdf', content: new Uint8Array([1, 2, 3]) }] })
    assertMatch(taken[0]?.raw ?? '', /Content-Type: application\/pdf/)
    assert((taken[0]?.raw ?? '').includes('AQID'))
  }))

test('a file name in the text is not read from disk', async () => {
  assert((await arrived({ text: '{"path": "/etc/passwd"}' })).includes('/etc/passwd'))
})

// Settings

const settings = (env: Record<string, string>) => readSmtp((name) => env[name])

Deno.test('the settings of a mail server come from one address, or from several variables', () => {
  assertEquals(settings({ SMTP_URL: 'smtps://acme%40firm.example:p%3Aw@mail.example' }), {
    host: 'mail.example',
    port: 465,
    tls: 'implicit',
    auth: { user: 'acme@firm.example', pass: 'p:w' },
  })
  assertEquals(settings({ SMTP_URL: 'smtp://mail.example:2525' }), {
    host: 'mail.example',
    port: 2525,
    tls: 'starttls',
    auth: null,
  })
  assertEquals(settings({ SMTP_HOST: 'mail.example', SMTP_USER: 'a', SMTP_PASSWORD: 'b' }), {
    host: 'mail.example',
    port: 587,
    tls: 'starttls',
    auth: { user: 'a', pass: 'b' },
  })
  assertEquals(settings({ SMTP_HOST: 'mail.example', SMTP_PORT: '2465' }).tls, 'implicit')
  assertEquals(settings({ SMTP_HOST: 'mail.example', SMTP_PORT: '465', SMTP_TLS: 'starttls' }).tls, 'starttls')
  assertEquals(settings({ SMTP_HOST: 'relay', SMTP_TLS: 'none' }).port, 25)
  assertEquals(settings({ SMTP_URL: 'smtp://[::1]:25', SMTP_TLS: 'none' }).host, '::1')
})

Deno.test('a wrong setting of a mail server is named, and its value is not', () => {
  for (
    const [env, reason] of [
      [{}, 'SMTP_URL or SMTP_HOST is not set'],
      [{ SMTP_URL: 'https://hidden@mail.example' }, 'SMTP_URL is an address'],
      [{ SMTP_URL: 'mail.example' }, 'SMTP_URL is an address'],
      [{ SMTP_URL: 'smtps://a:hidden%zz@mail.example' }, 'SMTP_URL has a %'],
      [{ SMTP_HOST: 'mail.example\r\nhidden' }, 'SMTP_HOST is the name'],
      [{ SMTP_HOST: 'mail.example', SMTP_PORT: '0' }, 'SMTP_PORT is a number'],
      [{ SMTP_HOST: 'mail.example', SMTP_PORT: 'hidden' }, 'SMTP_PORT is a number'],
      [{ SMTP_HOST: 'mail.example', SMTP_USER: 'hidden' }, 'SMTP_USER and SMTP_PASSWORD go together'],
      [{ SMTP_HOST: 'mail.example', SMTP_TLS: 'hidden' }, 'SMTP_TLS is starttls'],
      [{ SMTP_HOST: 'mail.example', SMTP_TLS: 'none', SMTP_USER: 'a', SMTP_PASSWORD: 'hidden' }, 'plain text'],
    ] as const
  ) {
    const error = assertThrows(() => settings(env), Error, reason)
    assert(!error.message.includes('hidden'))
  }
})

// A real server

const exim = ['/usr/sbin/exim4', Deno.env.get('EXIM')].find((path) => {
  try {
    return path !== undefined && Deno.statSync(path).isFile
  } catch {
    return false
  }
})

Deno.test({
  name: 'mail by smtp: Exim takes a mail, and refuses a receiver that it does not know',
  ignore: exim === undefined,
  async fn() {
    const folder = await Deno.makeTempDir()
    await Deno.chmod(folder, 0o777)
    const port = freePort()
    const config = [
      `daemon_smtp_ports = ${port}`,
      'local_interfaces = 127.0.0.1',
      `spool_directory = ${folder}/spool`,
      `log_file_path = ${folder}/%slog`,
      `pid_file_path = ${folder}/pid`,
      'primary_hostname = mail.example',
      'tls_advertise_hosts =',
      'acl_smtp_rcpt = check',
      'acl_smtp_data = take',
      'queue_only = true',
      'begin acl',
      'check:',
      '  deny message = 5.1.1 no such user',
      '    local_parts = nobody',
      '  accept',
      'take:',
      '  accept',
      'begin routers',
      'begin transports',
    ]
    await Deno.writeTextFile(`${folder}/conf`, `${config.join('\n')}\n`)
    const child = new Deno.Command(exim ?? '', { args: ['-C', `${folder}/conf`, '-bdf'], stdout: 'null', stderr: 'null' })
      .spawn()
    try {
      await untilOpen(port)
      const send = adapterFor({ port } as MailServer)
      const outcome = await send()
      assertEquals(outcome.state, 'sent', JSON.stringify(outcome))
      assertEquals((await send({ to: 'nobody@example.com' })).state, 'receiver_refused')
    } finally {
      try {
        child.kill('SIGTERM')
      } catch {
        // It has ended by itself.
      }
      await child.status
      await Deno.remove(folder, { recursive: true })
    }
  },
})

function freePort(): number {
  const listener = Deno.listen({ port: 0, hostname: '127.0.0.1' })
  listener.close()
  return listener.addr.port
}

async function untilOpen(port: number): Promise<void> {
  for (let n = 0; n < 100; n++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port })
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
