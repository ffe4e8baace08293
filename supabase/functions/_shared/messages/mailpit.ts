import { encodeBase64 } from '@std/encoding/base64'
import { fetchOnce } from '../kernel/fetch-once.ts'

/** A file attached to a mail. */
export interface Attachment {
  name: string
  type: string
  content: Uint8Array
}

/** A message to send. */
export interface Message {
  to: string
  subject: string
  text: string
  attachments?: readonly Attachment[]
}

/** Sends a message; throws if the mail server does not accept it. */
export type Send = (message: Message) => Promise<void>

/**
 * Creates a sender of mails through Mailpit's API, which our development inbox also implements.
 *
 * @param url URL of the mail server, such as `http://127.0.0.1:54324`
 * @param from name and mail address of the sender
 */
export function createMailpit(url: string, from: { name: string; email: string }): Send {
  return async ({ to, subject, text, attachments = [] }) => {
    const response = await fetchOnce(`${url.replace(/\/+$/, '')}/api/v1/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        From: { Name: from.name, Email: from.email },
        To: [{ Email: to }],
        Subject: subject,
        Text: text,
        Attachments: attachments.map(({ name, type, content }) => ({
          Filename: name,
          ContentType: type,
          Content: encodeBase64(content),
        })),
      }),
      signal: AbortSignal.timeout(4000),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the mail server answered ${response.status}`)
  }
}
