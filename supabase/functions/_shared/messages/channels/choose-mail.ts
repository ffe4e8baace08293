import { createProviderLog } from '../../http-client/kit.ts'
import { type Channel, createChannel } from './channel.ts'
import { attemptMsOf, type ChannelOptions, hopsOf, keyed, namesIn } from './hops.ts'
import { MAIL_PROVIDERS } from './mail/all.ts'
import { cut, isAddress, oneLine, plainText } from './plain.ts'
import type { Attachment, Mail } from './types.ts'

/** A mail to send; whatever its texts contain, they stay in their place. */
export interface MailToSend {
  to: string
  subject: string
  text: string
  /** The same words as HTML, as `mailHtml` makes it. */
  html?: string
  /** Name of the sender, unless MAIL_FROM_NAME is set. */
  fromName: string
  attachments?: readonly Attachment[]
  /** The address at which a mail program ends the news, by POST. */
  unsubscribeUrl?: string
}

/** Most characters of a subject, a name and a text. */
const LONGEST = { subject: 200, name: 80, text: 100_000 }

/** Gmail cuts off longer mails. */
const MOST_HTML_BYTES = 102_000

/** The sender in the development inbox; other providers need MAIL_FROM. */
const INBOX_SENDER = 'hello@hackney.test'

/**
 * Returns the channel for mails, by the providers in MAIL_PROVIDER, in order. Without it the channel is the development inbox,
 * if MAILPIT_URL is set. A wrong setting never throws: it is logged, and the messages' outcome is `account_refused`.
 */
export function readMail(options: ChannelOptions): Channel<MailToSend> {
  const { get, isAwaited, write } = options
  const log = createProviderLog(MAIL_PROVIDERS, get, write)
  const hops = hopsOf(MAIL_PROVIDERS, namesIn(get('MAIL_PROVIDER'), get), { ...options, log })
  const traits = { log, nothing: 'MAIL_PROVIDER is not set', isAwaited, attemptMs: attemptMsOf(options) }
  const send = createChannel<Mail>(() => hops, traits)
  const address = get('MAIL_FROM')?.trim() || INBOX_SENDER
  return async ({ to, subject, text, html = '', fromName, attachments = [], unsubscribeUrl = '' }, sending) => {
    if (!isAddress(to)) return { state: 'receiver_refused', reason: 'the address is not valid' }
    if (!isAddress(address)) return { state: 'account_refused', reason: 'MAIL_FROM is no address' }
    return await send({
      from: { name: oneLine(get('MAIL_FROM_NAME') || fromName, LONGEST.name), address },
      to,
      subject: oneLine(subject, LONGEST.subject),
      text: cut(plainText(text), LONGEST.text),
      // Half a page of markup is none: then only the text.
      html: new TextEncoder().encode(html).length <= MOST_HTML_BYTES ? html.toWellFormed() : '',
      attachments: attachments.map(({ name, ...file }) => ({ name: oneLine(name, LONGEST.name), ...file })),
      unsubscribeUrl,
    }, keyed(sending))
  }
}
