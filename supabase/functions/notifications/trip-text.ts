import { cut, oneLine } from '../_shared/messages/channels/plain.ts'
import type { Firm } from '../_shared/messages/firm.ts'
import { shorterNames, withoutAccents } from '../_shared/messages/firm-name.ts'
import { sentText } from '../_shared/messages/sent.ts'
import { countSegments } from '../_shared/phone/segments.ts'
import { type Format, wordValue } from './texts.ts'

/** Longest parts that others write (characters): what is longer is cut, never the link. */
const LONGEST_CAR = 40
const LONGEST_REASON = 60

/** Pages that a text links to; empty for none. */
interface Links {
  /** The trip. */
  follow: string
  /** What the receiver wants to get; only if there is room. */
  preferences: string
}

/** Whether a message of the outbox is a text or mail about a trip (`app.text_trip`). */
export const isTripText = (payload: Record<string, unknown>): boolean => String(payload['msg']).startsWith('text_')

/**
 * Returns the text message about a trip. It is one segment if its language and the link allow that: it loses the link to the
 * receiver's preferences, then accents, then the end of the firm's name, and at last the name.
 *
 * @param payload `{msg: 'text_<kind>', who, lang, format, params}` as `app.text_trip` queues it
 */
export function wordTripText(payload: Record<string, unknown>, links: Links, firm: Firm): string {
  const { words, say } = sentenceOf(payload, firm)
  // Intl writes times with spaces that GSM 7-bit lacks.
  const body = [words, ...(links.follow ? [say('link', { link: links.follow }).text] : [])].join(' ')
    .replaceAll(/[\u202f\u00a0]/g, ' ')
  const more = links.preferences ? ` ${say('preferences', { link: links.preferences }).text}` : ''
  const named = (name: string, text: string) => name ? `${name}: ${text}` : text
  const names = [firm.name, withoutAccents(firm.name), ...shorterNames(firm.name)]
  const options = [
    named(firm.name, body + more),
    ...names.map((name) => named(name, body)),
    ...names.map((name) => named(name, withoutAccents(body))),
    body,
  ]
  return options.find((text) => countSegments(text).segments === 1) ?? named(firm.name, body)
}

/**
 * Returns the mail about a trip: the sentence of the text message, and the links in paragraphs of their own.
 *
 * @param payload as of `wordTripText`
 */
export function wordTripMail(payload: Record<string, unknown>, links: Links, firm: Firm): TripMail {
  const { key, words, tag, say } = sentenceOf(payload, firm)
  const subject = say(`subjects.${SUBJECTS[key] ?? key}`).text
  return {
    title: `${firm.name}: ${subject}`,
    // The sentence follows the firm's name in a text message, but stands by itself in a mail.
    text: [
      words.replace(/^./u, (letter) => letter.toLocaleUpperCase(tag)),
      ...(links.follow ? [say('link', { link: links.follow }).text] : []),
      ...(links.preferences ? [say('mails', { link: links.preferences }).text] : []),
      firm.name,
    ].join('\n\n'),
    tag,
    link: links.follow,
  }
}

interface TripMail {
  title: string
  text: string
  /** The language. */
  tag: string
  /** The address of the trip, which is also in the text; empty for none. */
  link: string
}

/** Subjects of texts that are variants of another one. */
const SUBJECTS: Readonly<Record<string, string>> = {
  booked_at: 'booked',
  driver_at: 'driver',
  cancelled_why: 'cancelled',
  no_driver: 'cancelled',
  parcel_cancelled: 'cancelled',
}

/** The sentence that says what happened, without the firm's name. */
function sentenceOf(payload: Record<string, unknown>, firm: Firm) {
  const params = (payload['params'] ?? {}) as Record<string, unknown>
  const say = (key: string, values: Record<string, string> = {}) =>
    sentText(`trip.${key}`, values, payload['lang'], firm)
  const key = keyOf(String(payload['msg']).slice('text_'.length), payload['who'] === 'recipient', params)
  const { tag } = say(key)
  const format = payload['format'] as Format
  const words = say(key, {
    when: wordValue('trip_at', params['trip_at'], tag, format),
    amount: wordValue('amount', params['amount'], tag, format),
    car: carOf(params),
    minutes: String(params['minutes'] ?? ''),
    reason: oneLine(String(params['reason'] ?? ''), LONGEST_REASON),
    reference: String(params['reference'] ?? ''),
  }).text
  return { key, words, tag, say }
}

/** Which of a kind's texts fits. */
function keyOf(kind: string, isRecipient: boolean, { trip_at, minutes, reason, no_driver }: Record<string, unknown>) {
  if (kind === 'booked') return isRecipient ? 'parcel' : trip_at ? 'booked_at' : 'booked'
  if (kind === 'driver') return minutes === undefined ? 'driver_at' : 'driver'
  if (kind !== 'cancelled') return kind
  if (isRecipient) return 'parcel_cancelled'
  return no_driver ? 'no_driver' : reason ? 'cancelled_why' : 'cancelled'
}

/** The car and its plate, as much of it as is known. */
const carOf = ({ car, plate }: Record<string, unknown>): string =>
  [cut(oneLine(String(car ?? ''), LONGEST_CAR), LONGEST_CAR), oneLine(String(plate ?? ''), 20)].filter(Boolean).join(
    ', ',
  )
