import { chainOf, type Language } from '../_shared/messages/language.ts'
import { writtenMoment } from '../_shared/messages/moment.ts'
import { sentText, type Writer } from '../_shared/messages/sent.ts'
import arabic from './texts/ar.json' with { type: 'json' }
import german from './texts/de.json' with { type: 'json' }
import english from './texts/en.json' with { type: 'json' }

type Words = Record<string, { title: string; text: string }>
type Texts = { words: Words; kinds: Record<string, string>; actions: Record<string, string> }

/**
 * Texts of notices, copied from `src/features/common/notices/texts/notices/<language>.json` because a function is deployed without the app; a
 * test compares both.
 */
const texts: Record<Language, Texts> = { en: apart(english), de: apart(german), ar: apart(arabic) }

/**
 * Separates `kinds` (names of extra costs and documents for the parameter `kind`, and of a driver without a name) and `actions` (the
 * buttons of a notification) from the texts of notices in the same file.
 */
function apart<Names extends Record<string, string>, Actions extends Record<string, string>>(
  { kinds, actions, ...words }: { kinds: Names; actions: Actions } & Record<string, unknown>,
): Texts {
  return { words: words as Words, kinds, actions }
}

/** The operator's formats for amounts and times, as columns of `settings`. */
export interface Format {
  symbol: string
  swipe_symbol: boolean
  decimal: number
  time_zone: string
}

const AMOUNTS = new Set([
  'amount',
  'fee',
  'trip_cost',
  'fare',
  'before',
  'min_order',
  'tip',
  'reported',
  'difference',
  'owed',
  'waits',
])
const TIMES = new Set(['trip_at', 'expires_on', 'until'])

/** Returns the text of a key in the first language that has it: the firm's own text before ours, in each language. */
function find(key: string, lang: unknown, { standard, texts: own }: Writer): { text: string; tag: string } | null {
  const [name = '', part = ''] = key.split('.')
  for (const tag of chainOf(lang, standard)) {
    const written = own[tag]?.[`notices.${key}`]?.trim()
    if (written) return { text: written, tag }
    const built = Object.hasOwn(texts, tag) ? texts[tag as Language] : undefined
    const entry = name === 'kinds' || name === 'actions'
      ? built?.[name]
      : built && Object.hasOwn(built.words, name)
      ? built.words[name]
      : undefined
    const text = entry && Object.hasOwn(entry, part) ? (entry as Record<string, string>)[part] : undefined
    if (text !== undefined) return { text, tag }
  }
  return null
}

/** Returns the name of a kind of extra costs or papers, or of a driver without a name, in a person's language. */
const kindOf = (kind: string, lang: unknown, writer: Writer): string =>
  (find(`kinds.${kind}`, lang, writer) ?? find('kinds.other', lang, writer))?.text ?? ''

/** Returns the word on a button of a notification in a person's language. */
export const wordAction = (action: string, lang: unknown, writer: Writer): string =>
  find(`actions.${action}`, lang, writer)?.text ?? ''

/** A text for a person, and the tag of the language in which it is. */
export interface Worded {
  text: string
  tag: string
}

/**
 * Returns the text of a notice by its name `<key>.title` or `<key>.text`, with its parameters filled in; null if unknown. It is in the
 * person's language, else in the firm's default language, else in English, each text by itself.
 */
export function word(
  name: string,
  params: Record<string, unknown>,
  lang: unknown,
  writer: Writer,
  format: Format,
): Worded | null {
  const found = /^\w+\.(title|text)$/.test(name) && !/^(kinds|actions)\./.test(name) ? find(name, lang, writer) : null
  if (!found) return null
  const text = found.text.replaceAll(/\{\{(\w+)\}\}/g, (_, param: string) => {
    // The firm's own kinds of papers bring their name.
    const isNamed = param === 'kind' && typeof params['paper'] === 'string'
    if (isNamed) return String(params['paper'])
    return wordParam(param, params[param], { tag: found.tag, kind: (kind) => kindOf(kind, lang, writer) }, format)
  })
  return { text, tag: found.tag }
}

export const wordCode = (code: string, lang: unknown, writer: Writer): string =>
  sentText('parcel', { code }, lang, writer).text

/** Returns the text message for a guest, for whom somebody else booked a ride, with the link to the ride's tracking page. */
export function wordGuestRide(payload: Record<string, unknown>, link: string, writer: Writer): string {
  const { rider, trip_at } = (payload['params'] ?? {}) as Record<string, unknown>
  const code = String(payload['code'] ?? '')
  const say = (key: string, values: Record<string, string>) => sentText(`guest.${key}`, values, payload['lang'], writer)
  const { tag } = say('booked_at', {})
  const when = wordParam('trip_at', trip_at, { tag, kind: () => '' }, payload['format'] as Format)
  return [
    say(when ? 'booked_at' : 'booked', { rider: String(rider ?? ''), when }),
    ...(code ? [say('code', { code })] : []),
    say('link', { link }),
  ].map(({ text }) => text).join(' ')
}

/** Writes an amount or a time in a language, in the operator's formats; empty for none. */
export const wordValue = (name: string, value: unknown, tag: string, format: Format): string =>
  wordParam(name, value, { tag, kind: () => '' }, format)

/** Returns the text message that answers somebody who has written to the firm. */
export function wordAnswer(payload: Record<string, unknown>, firm: Writer & { name: string; phone: string }): string {
  const key = `answer.${String(payload['msg']).replace(/^answer_/, '')}`
  const params = (payload['params'] ?? {}) as Record<string, unknown>
  const say = (values: Record<string, string>) => sentText(key, values, payload['lang'], firm)
  const { tag } = say({})
  const param = (name: string) =>
    wordParam(name, params[name], { tag, kind: (kind) => kindOf(kind, tag, firm) }, payload['format'] as Format)
  const { text } = say({
    driver: [param('driver'), param('car')].filter((part) => part !== '').join(', '),
    when: param('trip_at'),
    minutes: param('minutes'),
    code: param('code'),
    fee: param('fee'),
    phone: firm.phone,
  })
  return `${firm.name}: ${text}`.trim()
}

interface Manner {
  /** The language in which values are written. */
  tag: string
  kind(name: string): string
}

function wordParam(name: string, value: unknown, { tag, kind }: Manner, format: Format): string {
  // A driver who has deleted the account has no name.
  if (name === 'driver' && !value) return kind('driver')
  if (value === null || value === undefined) return ''
  if (AMOUNTS.has(name) && Number.isFinite(Number(value))) {
    const digits = Math.abs(Number(value)).toFixed(format.decimal)
    const sign = Number(value) < 0 && Number(digits) > 0 ? '\u2212' : ''
    return sign + (format.swipe_symbol ? `${digits} ${format.symbol}` : `${format.symbol} ${digits}`)
  }
  if (TIMES.has(name) && !Number.isNaN(Date.parse(String(value)))) {
    const at = new Date(String(value))
    const style = { dateStyle: 'medium', timeZone: format.time_zone } as const
    return String(value).length > 10
      ? writtenMoment(at, tag, { ...style, timeStyle: 'short' })
      : new Intl.DateTimeFormat(tag, style).format(at)
  }
  if (name === 'kind') return kind(String(value))
  return String(value)
}
