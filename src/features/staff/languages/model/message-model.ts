import { type Counted, countSegments } from '../../../../../supabase/functions/_shared/phone/segments'
import { samples } from './preview-model'

/** The namespaces of texts that leave the app: codes and text messages, and notices. */
const SENT = 'sent_messages.'
const NOTICE = 'notices.'

/** A message as a phone or a mail program shows it. */
export type Message =
  | { kind: 'sms'; text: string; counted: Counted }
  | { kind: 'mail'; subject: string; paragraphs: string[] }
  | { kind: 'push'; title: string; text: string }

/** The code and the link of previews. */
export const sampleCode = '12345678'
export const sampleLink = 'https://taxi.example/t/abc'
const sampleValues = (firm: string): Record<string, string> => ({
  ...samples,
  code: sampleCode,
  firm,
  rider: 'Anna Meier',
  driver: 'Tom Keller',
  vehicle_number: 'FL 12345',
  minutes: '7',
  number: '1042',
  when: '14:32',
  site: 'https://taxi.example',
  link: sampleLink,
  car: 'Blue Skoda Octavia, FL 28 114',
  reason: 'Road closed',
  amount: 'CHF 23.50',
  reference: 'KXRTBA'
})

/** Parts of a text message in their order, by the beginnings of their keys. */
const texts: Record<string, readonly string[]> = {
  'sms.': ['sms.named', 'sms.warning'],
  'guest.': ['guest.booked_at', 'guest.code', 'guest.link'],
  parcel: ['parcel'],
  'trip.link': ['trip.booked_at', 'trip.link'],
  'trip.preferences': ['trip.receipt', 'trip.preferences'],
  ...Object.fromEntries(
    ['booked', 'booked_at', 'parcel', 'driver', 'driver_at', 'delayed', 'changed'].map((name) => [
      `trip.${name}`,
      [`trip.${name}`, 'trip.link']
    ])
  )
}

/** The ways on which a notice leaves the app. */
export type NoticeChannel = 'push' | 'sms' | 'mail'

/**
 * Returns the message to which a text belongs, with sample values; null for a text of a page.
 *
 * @param say returns the text of a key as people get it
 * @param channel how a notice is sent; codes and text messages have one way
 */
export function messageOf(
  key: string,
  say: (key: string) => string,
  firm: string,
  channel: NoticeChannel = 'push'
): Message | null {
  const values = sampleValues(firm)
  const filled = (name: string) =>
    say(name).replace(/\{\{\s*(\w+)\s*\}\}/g, (_, one: string) =>
      Object.hasOwn(values, one) ? (values[one] ?? '') : `‹${one}›`
    )
  if (key.startsWith(NOTICE) && /\.(title|text)$/.test(key)) {
    const notice = key.replace(/\.\w+$/, '')
    const [title, text] = [filled(`${notice}.title`), filled(`${notice}.text`)]
    if (channel === 'sms') return { kind: 'sms', text, counted: countSegments(text) }
    if (channel === 'mail') return { kind: 'mail', subject: title, paragraphs: text.split(/\n{2,}/) }
    return { kind: 'push', title, text }
  }
  if (!key.startsWith(SENT)) return null
  const own = key.slice(SENT.length)
  if (own.startsWith('mail.')) {
    const action = /^mail\.(?:subjects|lines)\.(\w+)$/.exec(own)?.[1] ?? 'magiclink'
    const part = (name: string) => filled(`${SENT}mail.${name}`)
    return {
      kind: 'mail',
      subject: `${firm}: ${part(`subjects.${action}`)}`,
      paragraphs: [...[`lines.${action}`, 'asked', 'once', 'link', 'ignore'].map(part), firm]
    }
  }
  if (own === 'news.mail') return { kind: 'mail', subject: firm, paragraphs: [filled(key)] }
  // Subjects and the link to the choice of mails are in mails only.
  const isTripMail = own.startsWith('trip.') && (channel === 'mail' || /^trip\.(subjects\.|mails$)/.test(own))
  if (isTripMail) return tripMail(own.slice('trip.'.length), (name) => filled(`${SENT}trip.${name}`), firm)
  const parts =
    own === 'sms.unnamed'
      ? ['sms.unnamed', 'sms.warning']
      : (texts[own] ?? Object.entries(texts).find(([begin]) => begin !== 'parcel' && own.startsWith(begin))?.[1])
  const words = (parts ?? [own]).map((name) => filled(SENT + name)).join(' ')
  const line = own.startsWith('trip.') ? `${firm}: ${words}` : words
  // The last line of a code lets browsers fill it in, and only on the firm's page.
  const text = own.startsWith('sms.') ? `${line}\n@taxi.example #${sampleCode}` : line
  return { kind: 'sms', text, counted: countSegments(text) }
}

/** Subjects of sentences that are variants of another one, as in the function that sends them. */
const subjects: Readonly<Record<string, string>> = {
  booked_at: 'booked',
  driver_at: 'driver',
  cancelled_why: 'cancelled',
  no_driver: 'cancelled',
  parcel_cancelled: 'cancelled',
  link: 'booked',
  preferences: 'booked',
  mails: 'booked'
}

/** The mail about a trip to which a text belongs. */
function tripMail(part: string, say: (part: string) => string, firm: string): Message {
  const sentence = part.replace(/^subjects\./, '')
  const subject = subjects[sentence] ?? sentence
  const words = /^(link|preferences|mails)$/.test(sentence) ? say('booked') : say(sentence)
  return {
    kind: 'mail',
    subject: `${firm}: ${say(`subjects.${subject}`)}`,
    paragraphs: [words.replace(/^./u, (letter) => letter.toLocaleUpperCase()), say('link'), say('mails'), firm]
  }
}

/** A message as it is sent to oneself for a test. */
export function testOf(message: Message): { channel: NoticeChannel; title: string; body: string } {
  if (message.kind === 'sms') return { channel: 'sms', title: '', body: message.text }
  if (message.kind === 'push') return { channel: 'push', title: message.title, body: message.text }
  return { channel: 'mail', title: message.subject, body: message.paragraphs.join('\n\n') }
}
