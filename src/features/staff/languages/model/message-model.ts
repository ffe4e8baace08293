import { type Counted, countSegments } from '../../../../../supabase/functions/_shared/phone/segments'

/** The namespaces of texts that leave the app: codes and text messages, and notices. */
const SENT = 'sent_messages.'
const NOTICE = 'notices.'

/** A message as a phone or a mail program shows it. */
export type Message =
  | { kind: 'sms'; text: string; counted: Counted }
  | { kind: 'mail'; subject: string; paragraphs: string[] }
  | { kind: 'push'; title: string; text: string }

const CODE = '12345678'
const samples = (firm: string): Record<string, string> => ({
  code: CODE,
  firm,
  rider: 'Anna Meier',
  when: '14:32',
  time: '14:32',
  site: 'https://taxi.example',
  link: 'https://taxi.example/t/abc'
})

/** Parts of a text message in their order, by the beginnings of their keys. */
const texts: Record<string, readonly string[]> = {
  'sms.': ['sms.named', 'sms.warning'],
  'guest.': ['guest.booked_at', 'guest.code', 'guest.link'],
  parcel: ['parcel']
}

/**
 * Returns the message to which a text belongs, with sample values; null for a text of a page.
 *
 * @param say returns the text of a key as people get it
 */
export function messageOf(key: string, say: (key: string) => string, firm: string): Message | null {
  const values = samples(firm)
  const filled = (name: string) =>
    say(name).replace(/\{\{\s*(\w+)\s*\}\}/g, (_, one: string) =>
      Object.hasOwn(values, one) ? (values[one] ?? '') : `‹${one}›`
    )
  if (key.startsWith(NOTICE) && /\.(title|text)$/.test(key)) {
    const notice = key.replace(/\.\w+$/, '')
    return { kind: 'push', title: filled(`${notice}.title`), text: filled(`${notice}.text`) }
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
  const parts =
    own === 'sms.unnamed'
      ? ['sms.unnamed', 'sms.warning']
      : Object.entries(texts).find(([begin]) => own.startsWith(begin))?.[1]
  const line = (parts ?? [own]).map((name) => filled(SENT + name)).join(' ')
  // The last line of a code lets browsers fill it in, and only on the firm's page.
  const text = own.startsWith('sms.') ? `${line}\n@taxi.example #${CODE}` : line
  return { kind: 'sms', text, counted: countSegments(text) }
}
