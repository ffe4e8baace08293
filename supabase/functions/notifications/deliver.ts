import type { Channel } from '../_shared/messages/channels/channel.ts'
import type { MailToSend } from '../_shared/messages/channels/choose-mail.ts'
import { countSegments } from '../_shared/phone/segments.ts'
import type { Cost, Outcome, Sms } from '../_shared/messages/channels/types.ts'
import { type Firm, onChannel, type ReadFirm } from '../_shared/messages/firm.ts'
import { mailHtml } from '../_shared/messages/mail-html.ts'
import { sentText, type Writer } from '../_shared/messages/sent.ts'
import { partsOf } from '../_shared/phone/written.ts'
import type { ReadReceipt } from './receipts.ts'
import { createHash } from 'node:crypto'
import { MaybeSent, NotNow, type Push, type SendPush, TokenGone, Undeliverable, type Urgency } from './senders/types.ts'
import { type Format, word, wordAction, wordAnswer, wordCode, type Worded, wordGuestRide } from './texts.ts'
import { isTripText, wordTripMail, wordTripText } from './trip-text.ts'

/** A message of the outbox, as the SQL function `take_outbox` returns it. */
export interface Message {
  id: number
  kind: string
  payload: Record<string, unknown>
  attempt: number
  ttl_seconds: number
}

/** What the log of messages says about a text message or mail that a provider took. */
export interface Sent {
  provider: string
  ref: string | null
  /** Segments of a text message, by which providers bill. */
  segments?: number
  /** What the provider says that it costs. */
  cost?: Cost
}

export interface DeliverDeps {
  sendPush: SendPush
  sendMail: Channel<MailToSend>
  sendSms: Channel<Sms>
  readFirm: ReadFirm
  /** Returns a booking's receipt as a PDF, to attach to a mail. */
  readReceipt: ReadReceipt
  /** Removes a file from storage; a missing one is no error. */
  removeFile(bucket: string, path: string): Promise<void>
  /** The app's address, for links in messages. */
  siteUrl?: string | undefined
  /** Address of the API as devices reach it. */
  apiUrl?: string | undefined
}

/**
 * Time for one message over all providers (ms). `drain.ts` leases 150 messages at most for a minute and sends fifty at a time:
 * with this limit even slow ones end within the lease.
 */
const WITHIN_MS = 10_000

/** Delivers one message of the outbox. @throws the same errors as `SendPush`, for every kind of message */
export function createDeliver(
  { sendPush, sendMail, sendSms, readFirm, readReceipt, removeFile, siteUrl, apiUrl }: DeliverDeps,
): (message: Message) => Promise<Sent | null> {
  return async ({ id, kind, payload, ttl_seconds }) => {
    const sending = { key: `outbox-${id}`, withinMs: WITHIN_MS, ttlSeconds: ttl_seconds }
    if (kind === 'push') {
      await sendPush(pushOf(payload, ttl_seconds, onChannel(await readFirm(), 'push'), apiUrl)).catch(later)
      return null
    }
    if (kind === 'sms') {
      const number = partsOf(textOf(payload['phone']))?.number
      if (!number) throw new Undeliverable('no number')
      const text = smsOf(payload, siteUrl, onChannel(await readFirm(), 'sms'))
      const { provider, ref, cost } = settle(await sendSms({ to: number, text }, sending), { mayRepeat: false })
      return { provider, ref, segments: countSegments(text).segments, ...(cost && { cost }) }
    }
    if (kind === 'mail') {
      const firm = onChannel(await readFirm(), 'mail')
      const { title, text, tag, link } = payload['news'] === true
        ? newsMailOf(payload, firm, siteUrl)
        : isTripText(payload)
        ? wordTripMail(payload, linksOf(payload, siteUrl), firm)
        : wordsOf(payload, firm, siteUrl)
      const receiptOf = textOf(payload['receipt_of'])
      const attachments = receiptOf ? [await readReceipt(receiptOf)] : []
      const mail = {
        to: textOf(payload['email']),
        subject: title,
        text,
        html: mailHtml(firm, { lang: tag, title, text, link }),
        fromName: firm.name,
        attachments,
        unsubscribeUrl: unsubscribeOf(payload, apiUrl),
      }
      const { provider, ref } = settle(await sendMail(mail, sending), { mayRepeat: true })
      return { provider, ref }
    }
    if (kind === 'file') {
      await removeFile(textOf(payload['bucket']), textOf(payload['path']))
      return null
    }
    throw new Undeliverable(`unknown kind ${kind}`)
  }
}

/** A push service that fails says nothing about the push, which waits for it. @throws {NotNow} for any such failure */
function later(problem: unknown): never {
  if (problem instanceof TokenGone || problem instanceof Undeliverable) throw problem
  throw new NotNow(String(problem))
}

/**
 * Ends the delivery of a message by its outcome. A message that may have been sent is repeated only if a second copy does no
 * harm: a mail, not a text message, which costs and frightens.
 *
 * @throws {Undeliverable} if another attempt is useless
 * @throws {MaybeSent} if another attempt might send a text message twice
 * @throws {NotNow} if another attempt may succeed
 */
function settle(outcome: Outcome, { mayRepeat }: { mayRepeat: boolean }): Extract<Outcome, { state: 'sent' }> {
  if (outcome.state === 'sent') return outcome
  const reason = `${outcome.state}: ${outcome.reason}`
  const isFinal = outcome.state === 'receiver_refused' || outcome.state === 'undeliverable'
  if (isFinal) throw new Undeliverable(reason)
  if (outcome.state === 'unknown' && !mayRepeat) throw new MaybeSent(outcome.reason)
  throw new NotNow(reason)
}

/**
 * Returns the text of a text message.
 *
 * @throws {Undeliverable} if the message needs a link and the app's address is not set, or if no text exists for it
 */
function smsOf(payload: Record<string, unknown>, siteUrl: string | undefined, writer: Firm): string {
  if (isTripText(payload)) return wordTripText(payload, linksOf(payload, siteUrl), writer)
  if (payload['news'] === true) return newsTextOf(payload, writer, siteUrl)
  if (textOf(payload['msg']).startsWith('answer_')) return wordAnswer(payload, writer)
  if (payload['msg'] !== 'guest_ride') {
    return payload['code']
      ? wordCode(textOf(payload['code']), payload['lang'], writer)
      : wordsOf(payload, writer, siteUrl).text
  }
  if (!siteUrl) throw new Undeliverable('SITE_URL is not set')
  return wordGuestRide(payload, new URL(`/t/${textOf(payload['link_token'])}`, siteUrl).href, writer)
}

/** The pages to which a message about a trip links. @throws {Undeliverable} if it needs one and the app's address is not set */
function linksOf(payload: Record<string, unknown>, siteUrl: string | undefined) {
  const linkOf = (field: string, path: (token: string) => string) => {
    const token = textOf(payload[field])
    if (token && !siteUrl) throw new Undeliverable('SITE_URL is not set')
    return token && new URL(path(token), siteUrl).href
  }
  return {
    follow: linkOf('link_token', (token) => `/t/${token}`),
    preferences: linkOf('preferences', (key) => `/m/${key}`),
  }
}

interface Words {
  title: string
  text: string
  /** The language; empty if nobody knows it. */
  tag: string
  /** The address in the text; empty for none. */
  link: string
}

/**
 * Returns title and text of a notice in the recipient's language. A payload with a `path` has a link to that page of the app.
 *
 * @throws {Undeliverable} if no text exists for the notice, or if it needs a link and the app's address is not set
 */
function wordsOf(payload: Record<string, unknown>, writer: Writer, siteUrl?: string): Words {
  const path = textOf(payload['path'])
  if (path && !siteUrl) throw new Undeliverable('SITE_URL is not set')
  const link = path && new URL(path, siteUrl).href
  const params = { ...(payload['params'] ?? {}) as Record<string, unknown>, ...(link && { link }) }
  const wordOf = (name: string): Worded => {
    const said = textOf(payload[name])
    // News of the staff, in the words in which they were written.
    if (payload['plain'] === true) return { text: said, tag: '' }
    const worded = word(said, params, payload['lang'], writer, payload['format'] as Format)
    if (worded === null) throw new Undeliverable(`no words for ${said}`)
    return worded
  }
  const { text: title, tag } = wordOf('title')
  return { title, text: wordOf('msg').text, tag, link }
}

/** Returns the address of the page on which the receiver of news ends them. @throws {Undeliverable} if SITE_URL is not set */
function choiceLinkOf(payload: Record<string, unknown>, siteUrl: string | undefined): string {
  if (!siteUrl) throw new Undeliverable('SITE_URL is not set')
  return new URL(`/m/${textOf(payload['preferences'])}`, siteUrl).href
}

/** Returns the address at which a mail program ends news by POST; empty for a message that is no news. */
function unsubscribeOf(payload: Record<string, unknown>, apiUrl: string | undefined): string {
  const key = payload['news'] === true ? textOf(payload['preferences']) : ''
  return key && apiUrl ? `${apiUrl}/functions/v1/messages/unsubscribe/${key}` : ''
}

/** News as the staff wrote them, and how their receiver ends them. */
function newsMailOf(payload: Record<string, unknown>, writer: Firm, siteUrl: string | undefined): Words {
  const link = choiceLinkOf(payload, siteUrl)
  const { text: end } = sentText('news.mail', { link }, payload['lang'], writer)
  const { title, text } = wordsOf(payload, writer)
  return { title, text: `${text}\n\n${end}`, tag: textOf(payload['lang']), link }
}

function newsTextOf(payload: Record<string, unknown>, writer: Firm, siteUrl: string | undefined): string {
  const { text: end } = sentText('news.sms', { link: choiceLinkOf(payload, siteUrl) }, payload['lang'], writer)
  return `${writer.name}: ${textOf(payload['msg'])}\n${end}`
}

/**
 * The buttons of a notification by the key of its notice. None accepts, cancels or pays: a phone in a pocket presses, too. What they
 * open is in the service worker (`src/worker/pushed.ts`).
 */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  driver_accepted: ['map', 'call'],
  driver_approaching: ['map', 'call'],
  driver_arrived: ['call', 'message'],
  trip_started: ['map'],
  trip_offered: ['open'],
  trip_assigned: ['open'],
}

/** Returns the topic of what a push is about: a later state of an offer, a trip or a conversation replaces an earlier one. */
function topicOf(key: string, payload: Record<string, unknown>): string {
  const bookingId = textOf(payload['booking_id'])
  if (!bookingId) return ''
  const about = /^trip_(offer(ed|_over)|assigned|withdrawn)/.test(key) ? 'offer' : textOf(payload['screen'])
  return createHash('sha256').update(`${about} ${bookingId}`).digest('base64url').slice(0, 32)
}

function urgencyOf(payload: Record<string, unknown>): Urgency {
  if (payload['plain'] === true) return 'low'
  return payload['screen'] === 'Wallet' || payload['screen'] === 'Profile' ? 'normal' : 'high'
}

function pushOf(payload: Record<string, unknown>, ttl: number, writer: Writer, apiUrl?: string): Push {
  const { title, text, tag } = wordsOf(payload, writer)
  const key = payload['plain'] === true ? '' : textOf(payload['title']).split('.')[0] ?? ''
  const unread = Number(payload['unread'] ?? NaN)
  const data = {
    screen: payload['screen'],
    bookingId: payload['booking_id'],
    key,
    // The time (ms since 1970) when an offer expires, so that the phone then removes it from the screen.
    until: key.startsWith('trip_offered') ? Math.round(Date.now() + ttl * 1000) : undefined,
    // Where the device says that it has shown the push, so that no text message follows.
    ack: apiUrl && payload['ack'] ? `${apiUrl}/functions/v1/notifications/shown/${textOf(payload['ack'])}` : undefined,
  }
  return {
    token: textOf(payload['token']),
    title,
    body: text,
    data: Object.fromEntries(Object.entries(data).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))),
    lang: tag,
    channelId: textOf(payload['channelId']) || 'bookings',
    ttl: Math.max(1, Math.min(ttl, 86_400)),
    topic: topicOf(key, payload),
    urgency: urgencyOf(payload),
    actions: (ACTIONS[key] ?? []).map((action) => ({ action, title: wordAction(action, payload['lang'], writer) })),
    unread: Number.isInteger(unread) ? unread : undefined,
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
