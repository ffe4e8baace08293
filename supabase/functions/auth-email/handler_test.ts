import { assert, assertEquals, assertMatch } from '@std/assert'
import { createChangeLimit } from '../_shared/messages/change-limit.ts'
import type { MailToSend } from '../_shared/messages/channels/choose-mail.ts'
import type { Outcome } from '../_shared/messages/channels/types.ts'
import type { LoggedCode } from '../_shared/messages/log-code.ts'
import { hookSecrets, signedRequest } from '../_shared/messages/testing/hooks.ts'
import { plainWriter } from '../_shared/messages/sent.ts'
import { firmOf } from '../_shared/messages/testing/firm.ts'
import { countedUses } from '../_shared/messages/testing/uses.ts'
import { createAuthEmailHandler } from './handler.ts'
import { composeMail } from './messages.ts'

const sent: MailToSend[] = []
const keys: string[] = []
const logged: LoggedCode[] = []
let outcome: Outcome = { state: 'sent', provider: 'inbox', ref: null }
let firm = 'Acme Cabs'
const counted = countedUses()
const askedAt = new Date('2026-11-29T23:05:00Z')
const handler = createAuthEmailHandler({
  now: () => askedAt,
  secrets: hookSecrets,
  apiUrl: 'http://api',
  sendMail: (mail, { key }) => {
    sent.push(mail)
    keys.push(key)
    return Promise.resolve(outcome)
  },
  readFirm: () => Promise.resolve(firmOf(firm)),
  takeChange: createChangeLimit(counted.database),
  logCode: (code) => Promise.resolve(void logged.push(code)),
})
const site = 'http://site'
const user = { id: '1', email: 'ann@hackney.test', phone: '', user_metadata: {} }

async function mailsFor(email_data: object, more: object = {}): Promise<MailToSend[]> {
  sent.length = 0
  const event = { user: { ...user, ...more }, email_data: { site_url: site, redirect_to: site, ...email_data } }
  assertEquals((await handler(signedRequest(event))).status, 200)
  return [...sent]
}

Deno.test('a sign-in mail contains no link', async () => {
  const [mail] = await mailsFor({ email_action_type: 'magiclink', token: '123456', token_hash: 'h' })
  assertEquals(mail?.to, 'ann@hackney.test')
  assert(!mail?.text.includes('verify'))
})

Deno.test('in every language the code is the only number that has the length of a code, whichever it is', async () => {
  for (const lang_locale of ['en', 'de', 'ar']) {
    for (const token of ['123456', '12345678', '1234567890']) {
      for (const email_action_type of ['signup', 'magiclink', 'reauthentication', 'recovery', 'invite']) {
        const data = { email_action_type, token, token_hash: 'h' }
        const [mail] = await mailsFor(data, { user_metadata: { lang_locale } })
        assertEquals(new Set(`${mail?.subject} ${mail?.text}`.match(/\p{Nd}{6,}/gu)), new Set([token]))
      }
    }
  }
})

Deno.test('a request with a redirect gets a mail with a link', async () => {
  const data = { email_action_type: 'signup', token: '123456', token_hash: 'pkce_h', redirect_to: 'http://site/x' }
  const [mail] = await mailsFor(data)
  assert(mail?.text.includes('http://api/auth/v1/verify?token=pkce_h&type=signup&redirect_to=http%3A%2F%2Fsite%2Fx'))
})

Deno.test('both addresses of a change get separate codes and links', async () => {
  const data = { email_action_type: 'email_change', token: '111111', token_hash_new: 'current' }
  const more = { new_email: 'new@hackney.test' }
  const mails = await mailsFor({ ...data, token_new: '222222', token_hash: 'fresh' }, more)
  assertEquals(mails.map(({ to }) => to), ['ann@hackney.test', 'new@hackney.test'])
  assertMatch(mails[0]?.text ?? '', /111111[^]*token=current/)
  assertMatch(mails[1]?.text ?? '', /222222[^]*token=fresh/)
  const single = { email_action_type: 'email_change', token: '333333', token_hash: 'h', token_new: '' }
  assertEquals((await mailsFor(single, more)).map(({ to }) => to), ['new@hackney.test'])
})

Deno.test('mails are in the account’s language', async () => {
  const data = { email_action_type: 'recovery', token: '123456', token_hash: 'h' }
  const subjects = new Set<string>()
  for (const lang_locale of ['en', 'de', 'ar']) {
    const [mail] = await mailsFor(data, { user_metadata: { lang_locale } })
    assertMatch(mail?.text ?? '', /\b123456\b/)
    subjects.add(mail?.subject ?? '')
  }
  assertEquals(subjects.size, 3)
})

Deno.test('a mail says when its code was requested, and not to type one that nobody asked for', async () => {
  const data = { email_action_type: 'magiclink', token: '123456', token_hash: 'h' }
  for (
    const [lang_locale, time, warning] of [
      ['en', 'on 29 November 2026 at 23:05 UTC', 'do not type it anywhere'],
      ['de', 'am 29. November 2026 um 23:05 UTC', 'geben Sie ihn nirgends ein'],
      ['ar', /29 نوفمبر 2026.* 23:05 UTC/, 'فلا تُدخله في أي مكان'],
    ] as const
  ) {
    const [mail] = await mailsFor(data, { user_metadata: { lang_locale } })
    assertMatch(mail?.text ?? '', new RegExp(time))
    assert(mail?.text.includes(warning))
  }
})

Deno.test('every action has texts in every language', () => {
  for (const language of ['en', 'de', 'ar'] as const) {
    for (const action of ['signup', 'magiclink', 'recovery', 'invite', 'email_change', 'reauthentication'] as const) {
      const { subject, text } = composeMail(
        language,
        action,
        { code: '123456', link: 'http://l', site, askedAt, firm },
        plainWriter,
      )
      assert(subject && text.includes('123456') && text.includes('http://l'))
    }
  }
})

Deno.test('an event without address, code or known action is refused', async () => {
  for (const email_data of [{ email_action_type: 'magiclink' }, { email_action_type: 'party', token: '1' }, null]) {
    assertEquals((await handler(signedRequest({ user, email_data }))).status, 400)
  }
})

Deno.test('an account may request ten changes of its address a day, and other mails without end', async () => {
  const ask = (email_action_type: string, id: string) => {
    const data = { email_action_type, token: '111111', token_hash: 'h', site_url: site }
    const event = { user: { ...user, id, new_email: 'stranger@hackney.test' }, email_data: data }
    return handler(signedRequest(event))
  }
  for (let n = 0; n < 10; n++) assertEquals(await (await ask('email_change', 'a')).json(), {})
  sent.length = 0
  const refused = await ask('email_change', 'a')
  // Auth reads an error only from a response of 200.
  assertEquals(refused.status, 200)
  assertEquals((await refused.json()).error.http_code, 429)
  assertEquals(sent, [])
  assertEquals(await (await ask('email_change', 'b')).json(), {})
  for (const action of ['magiclink', 'recovery', 'reauthentication']) {
    assertEquals(await (await ask(action, 'a')).json(), {})
  }
  assertEquals(new Set(counted.windows), new Set([86_400]))
})

Deno.test('subject, words and sender have the firm’s name, and no subject has the code', async () => {
  for (const lang_locale of ['en', 'de', 'ar']) {
    for (const email_action_type of ['signup', 'magiclink', 'reauthentication', 'recovery', 'invite', 'email_change']) {
      const data = { email_action_type, token: '123456', token_hash: 'h' }
      const [mail] = await mailsFor(data, { new_email: 'new@hackney.test', user_metadata: { lang_locale } })
      assert(mail)
      assert(mail.subject.startsWith('Acme Cabs: '), mail.subject)
      assert(!mail.subject.includes('123456') && !mail.subject.includes('Hackney'))
      assertMatch(mail.text, /Acme Cabs$/)
      assertEquals(mail.fromName, 'Acme Cabs')
    }
  }
  const [mail] = await mailsFor({ email_action_type: 'magiclink', token: '123456', token_hash: 'h' })
  assertEquals(mail?.subject, 'Acme Cabs: sign-in code')
})

Deno.test('a firm whose name is a telephone number does not hide the code', async () => {
  firm = 'Taxi 33 33 33'
  const [mail] = await mailsFor({ email_action_type: 'magiclink', token: '123456', token_hash: 'h' })
  firm = 'Acme Cabs'
  assertEquals(mail?.text.match(/\d[\d ]{4,}\d/)?.[0], '123456')
})

Deno.test('both mails of a change have keys of their own, and one that is not sent refuses the change', async () => {
  keys.length = 0
  const email_data = { email_action_type: 'email_change', token: '111111', token_new: '222222', site_url: site }
  const event = { user: { ...user, id: 'z', new_email: 'new@hackney.test' }, email_data }
  await handler(signedRequest(event))
  assertEquals(new Set(keys).size, 2)
  outcome = { state: 'retry', reason: 'status 503' }
  const response = await handler(signedRequest(event))
  outcome = { state: 'sent', provider: 'inbox', ref: null }
  assertEquals(await response.json(), { error: { http_code: 429, message: 'code_not_sent' } })
})

Deno.test('the log of messages gets the address and what became of the code, but not the code', async () => {
  logged.length = 0
  await mailsFor({ email_action_type: 'magiclink', token: '987654', token_hash: 'hash-of-it' })
  assertEquals(logged.map(({ channel, receiver, kind, outcome }) => [channel, receiver, kind, outcome.state]), [
    ['mail', 'ann@hackney.test', 'sign_in_code', 'sent'],
  ])
  assertEquals(/987654|hash-of-it/.test(JSON.stringify(logged)), false)
})
