import { encodeBase64 } from '@std/encoding/base64'
import { object, text } from '../../../http-client/json.ts'
import type { ProviderKit } from '../../../http-client/kit.ts'
import { newsHeaders } from './news-headers.ts'
import type { Adapter, Mail, Provider } from '../types.ts'

/**
 * Sends mails to the development inbox through Mailpit's API, which the embedded stack's inbox also implements.
 *
 * https://github.com/axllent/mailpit/blob/develop/docs/apiv1/Send.md
 */
export const inbox: Provider<Mail> = {
  name: 'inbox',
  variables: ['MAILPIT_URL'],
  options: ['MAIL_FROM', 'MAIL_FROM_NAME'],
  ownHosts: [{ url: 'MAILPIT_URL' }],
  make: createInbox,
}

/** Creates the adapter of an inbox at the address in MAILPIT_URL. */
export function createInbox({ secret, client }: Pick<ProviderKit, 'secret' | 'client'>): Adapter<Mail> {
  const url = new URL(`${secret('MAILPIT_URL').replace(/\/+$/, '')}/api/v1/send`)
  return (mail, { endsAt }) => {
    const { from, to, subject, text: words, html, attachments, unsubscribeUrl } = mail
    const body = {
      From: { Name: from.name, Email: from.address },
      To: [{ Email: to }],
      Subject: subject,
      Text: words,
      ...(html && { HTML: html }),
      ...(unsubscribeUrl && { Headers: newsHeaders(mail) }),
      Attachments: attachments.map(({ name, type, content }) => ({
        Filename: name,
        ContentType: type,
        Content: encodeBase64(content),
      })),
    }
    return client.ask({ operation: 'send', url, body }, { endsAt }, (json) => ({
      state: 'sent',
      provider: 'inbox',
      ref: text(object(json, 'the answer')['ID'], 'the id'),
    }))
  }
}
