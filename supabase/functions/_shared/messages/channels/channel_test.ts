import { assertEquals, assertMatch } from '@std/assert'
import { json, late, startServer, type Server } from '../../http-client/testing/server.ts'
import { fetchOnce } from '../../kernel/fetch-once.ts'
import { readMail } from './choose-mail.ts'
import { readSms } from './choose-sms.ts'
import type { Outcome } from './types.ts'

const account = `AC${'0'.repeat(32)}`
const keys = {
  TWILIO_ACCOUNT_SID: account,
  TWILIO_AUTH_TOKEN: 'secret-token',
  TWILIO_SENDER: '+447700900000',
  VONAGE_API_KEY: 'abcd1234',
  VONAGE_API_SECRET: 'secret-of-vonage',
  VONAGE_FROM: 'AcmeCabs',
}
const twilioTook = json({ sid: 'SM1', status: 'queued' }, 201)
const vonageTook = json({ message_uuid: 'v1' }, 202)

interface World {
  twilio: Server
  vonage: Server
  lines: string[]
  send(to?: string): Promise<Outcome>
}

/** Runs a test with servers of two providers. */
async function withProviders(
  answers: Parameters<typeof startServer>[0][],
  { env = { SMS_PROVIDER: 'twilio,vonage' }, isAwaited = false }: { env?: Record<string, string>; isAwaited?: boolean },
  run: (world: World) => Promise<void>,
): Promise<void> {
  const [twilio, vonage] = [startServer(answers[0] ?? twilioTook), startServer(answers[1] ?? vonageTook)]
  const lines: string[] = []
  const values: Record<string, string> = { ...keys, ...env }
  const fetcher: typeof fetch = (input, init) => {
    const { host, pathname } = new URL(input as URL)
    return fetchOnce(`${host === 'api.twilio.com' ? twilio.url : vonage.url}${pathname}`, init)
  }
  const send = readSms({ get: (name) => values[name], write: (line) => void lines.push(line), fetcher, isAwaited })
  try {
    await run({
      twilio,
      vonage,
      lines,
      send: (to = '+447700900123') => send({ to, text: 'Hello' }, { key: 'k', withinMs: 4500 }),
    })
  } finally {
    await Promise.all([twilio.stop(), vonage.stop()])
  }
}

Deno.test('the first provider sends, and the second hears nothing', () =>
  withProviders([twilioTook, vonageTook], {}, async ({ send, vonage }) => {
    assertEquals(await send(), { state: 'sent', provider: 'twilio', ref: 'SM1' })
    assertEquals(vonage.heard.length, 0)
  }))

for (
  const [what, answer] of [
    ['is down', json({}, 503)],
    ['refuses our account', json({ code: 20003 }, 401)],
    ['is rate limited', json({ code: 63038 }, 400)],
    ['redirects', json({}, 302, { location: 'https://elsewhere.example' })],
  ] as const
) {
  Deno.test(`the second provider sends while the first ${what}`, () =>
    withProviders([answer], {}, async ({ send }) => {
      assertEquals(await send(), { state: 'sent', provider: 'vonage', ref: 'v1' })
    }))
}

Deno.test('a number that unsubscribed at one provider gets nothing from the next', () =>
  withProviders([json({ code: 21610 }, 400)], {}, async ({ send, vonage }) => {
    assertEquals((await send()).state, 'receiver_refused')
    assertEquals(vonage.heard.length, 0)
  }))

Deno.test('a text that may have been sent is sent by the next provider only if it is a code that somebody waits for', async () => {
  await withProviders([json({}, 500)], {}, async ({ send, vonage }) => {
    assertEquals([(await send()).state, vonage.heard.length], ['unknown', 0])
  })
  await withProviders([json({}, 500)], { isAwaited: true }, async ({ send }) => {
    assertEquals(await send(), { state: 'sent', provider: 'vonage', ref: 'v1' })
  })
})

/** Responses of providers that would take the message, if anybody waited three seconds. */
const twilioLate = late(3000, { sid: 'SM1', status: 'queued' })
const vonageLate = late(3000, { message_uuid: 'v1' })

Deno.test('a code does not wait three seconds for a provider, and goes out by the next', () =>
  withProviders([twilioLate], { isAwaited: true }, async ({ send }) => {
    assertEquals(await send(), { state: 'sent', provider: 'vonage', ref: 'v1' })
  }))

Deno.test('a code waits for no provider longer, even if the outcome is then unknown', () =>
  withProviders([twilioLate, vonageLate], { isAwaited: true }, async ({ send }) => {
    assertEquals((await send()).state, 'unknown')
  }))

Deno.test('if no provider can, the shortest pause of one that soon can counts', () =>
  withProviders([json({}, 503, { 'retry-after': '90' }), json({}, 429, { 'retry-after': '40' })], {}, async ({ send }) => {
    const outcome = await send()
    assertEquals([outcome.state, 'afterMs' in outcome && outcome.afterMs], ['retry', 40_000])
  }))

Deno.test('routes choose the provider by the number, and the others follow it', () =>
  withProviders([], { env: { SMS_ROUTES: '33:vonage,*:twilio' } }, async ({ send, vonage, twilio }) => {
    assertEquals((await send('+33612345678')) as unknown, { state: 'sent', provider: 'vonage', ref: 'v1' })
    assertEquals((await send()) as unknown, { state: 'sent', provider: 'twilio', ref: 'SM1' })
    vonage.answers[0] = json({}, 503)
    assertEquals((await send('+33612345678')) as unknown, { state: 'sent', provider: 'twilio', ref: 'SM1' })
    assertEquals(twilio.heard.length, 2)
  }))

const alone = (env: Record<string, string>) => {
  const lines: string[] = []
  const options = { get: (name: string) => env[name], write: (line: string) => void lines.push(line), isAwaited: false }
  return {
    lines,
    sms: () => readSms(options)({ to: '+447700900123', text: 'x' }, { key: 'k', withinMs: 1000 }),
    mail: () =>
      readMail(options)({ to: 'a@b.example', subject: 's', text: 'x', fromName: 'F' }, { key: 'k', withinMs: 1000 }),
  }
}

Deno.test('without a provider nothing is sent, and the reason names the variable', async () => {
  assertEquals(await alone({}).sms(), { state: 'undeliverable', reason: 'SMS_PROVIDER is not set' })
  assertEquals(await alone({}).mail(), { state: 'undeliverable', reason: 'MAIL_PROVIDER is not set' })
})

Deno.test('a provider without its variables, or of another name, is in the log and refuses by our account', async () => {
  for (const [SMS_PROVIDER, reason] of [['twilio', 'TWILIO_AUTH_TOKEN, TWILIO_SENDER not set'], ['twillio', 'there is no provider twillio']] as const) {
    const world = alone({ SMS_PROVIDER, TWILIO_ACCOUNT_SID: account })
    assertEquals(await world.sms(), { state: 'account_refused', reason })
    assertMatch(world.lines.join(), new RegExp(reason))
  }
  const invalid = alone({ ...keys, SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'secret-account' })
  assertEquals((await invalid.sms()).state, 'account_refused')
  assertEquals(invalid.lines.join().includes('secret'), false)
})

Deno.test('a real provider of mails needs a sender of the firm', async () => {
  const env = { MAIL_PROVIDER: 'resend', RESEND_API_KEY: 're_secret' }
  assertEquals(await alone(env).mail(), { state: 'account_refused', reason: 'MAIL_FROM not set' })
  assertEquals((await alone({ ...env, MAIL_FROM: 'Desk <desk@firm.example>' }).mail()).state, 'account_refused')
})

Deno.test('a wrong SMS_ROUTES is in the log', () => {
  const { lines, sms } = alone({ SMS_ROUTES: 'twilio' })
  return sms().then(() => assertMatch(lines.join(), /SMS_ROUTES is not a list/))
})
