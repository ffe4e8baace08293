import { assertEquals } from '@std/assert'
import { executed, json, withServer } from '../../../http-client/testing/server.ts'
import { readMail } from '../choose-mail.ts'
import { readSms } from '../choose-sms.ts'

const sending = { key: 'k', withinMs: 5000 }
const options = (url: string) => ({
  get: (name: string) => name === 'MAILPIT_URL' ? `${url}/` : undefined,
  write: () => {},
  isAwaited: false,
})

Deno.test('the development inbox gets mails with the firm’s name and their files', () =>
  withServer([json({ ID: 'i1' })], async ({ url, heard }) => {
    const mail = { to: 'ann@hackney.test', subject: 'Acme: code', text: 'x', fromName: 'Acme' }
    const attachments = [{ name: 'r.pdf', type: 'application/pdf', content: new Uint8Array([1, 2]) }]
    const outcome = await readMail(options(url))({ ...mail, attachments }, sending)
    assertEquals(outcome, { state: 'sent', provider: 'inbox', ref: 'i1' })
    assertEquals([heard[0]?.path, heard[0]?.json], ['/api/v1/send', {
      From: { Name: 'Acme', Email: 'hello@hackney.test' },
      To: [{ Email: 'ann@hackney.test' }],
      Subject: 'Acme: code',
      Text: 'x',
      Attachments: [{ Filename: 'r.pdf', ContentType: 'application/pdf', Content: 'AQI=' }],
    }])
  }))

Deno.test('the development inbox shows a text message as a mail to the number', () =>
  withServer([json({ ID: 'i1' })], async ({ url, heard }) => {
    await readSms(options(url))({ to: '+447700900123', text: 'Hello' }, sending)
    const { To, Subject, Text } = heard[0]?.json ?? {}
    assertEquals([To, Subject, Text], [[{ Email: '447700900123@sms.hackney.test' }], 'SMS to +447700900123', 'Hello'])
  }))

Deno.test('a message is delivered once, even if the connection breaks before the response', async () => {
  const mail = { to: 'a@b.test', subject: '', text: '', fromName: '' }
  assertEquals(await executed((url) => readMail(options(url))(mail, sending)), 1)
})

Deno.test('the development inbox gets the headers of news', () =>
  withServer([json({ ID: 'i1' })], async ({ url, heard }) => {
    const unsubscribeUrl = 'http://127.0.0.1:1/functions/v1/messages/unsubscribe/abc'
    await readMail(options(url))({ to: 'a@b.test', subject: 'x', text: 'x', fromName: 'Acme', unsubscribeUrl }, sending)
    assertEquals(heard[0]?.json['Headers'], {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  }))
