import { type Language, LANGUAGES } from '../_shared/messages/language.ts'
import { writtenMoment } from '../_shared/messages/moment.ts'
import arabic from './texts/ar.json' with { type: 'json' }
import german from './texts/de.json' with { type: 'json' }
import english from './texts/en.json' with { type: 'json' }

type Words = Record<string, { title: string; text: string }>
type Texts = { words: Words; kinds: Record<string, string> }

/**
 * Texts of notices, copied from `src/features/common/notices/texts/notices/<language>.json` because a function is deployed without the app; a
 * test compares both.
 */
const texts: Record<Language, Texts> = { en: apart(english), de: apart(german), ar: apart(arabic) }

/**
 * Separates `kinds` (names of extra costs and documents for the parameter `kind`, and of a driver without a name) from the texts of notices in the same file.
 */
function apart<Kinds extends Record<string, string>>(
  { kinds, ...words }: { kinds: Kinds } & Record<string, unknown>,
): Texts {
  return { words: words as Words, kinds }
}

const sms: Record<Language, (code: string) => string> = {
  en: (code) => `Your parcel is on its way. Give the driver this code when you have it: ${code}`,
  de: (code) => `Ihr Paket ist unterwegs. Nennen Sie dem Fahrer diesen Code, wenn Sie es haben: ${code}`,
  ar: (code) => `طردك في الطريق. أعطِ السائق هذا الرمز عند استلامه: ${code}`,
}

/** Fields of the text message to a guest: who booked (`rider`), when, the code for the driver and the tracking link. */
interface Ride {
  rider: string
  /** Pickup time; empty for an immediate ride. */
  when: string
  /** The code that the guest tells the driver; empty if no code is needed. */
  code: string
  link: string
}

const guest: Record<Language, (ride: Ride) => string> = {
  en: ({ rider, when, code, link }) =>
    `${rider} booked a ride for you${when && ` (${when})`}. ${
      code && `Your start code for the driver: ${code}. `
    }Follow the car: ${link}`,
  de: ({ rider, when, code, link }) =>
    `${rider} hat eine Fahrt für Sie gebucht${when && ` (${when})`}. ${
      code && `Ihr Startcode für den Fahrer: ${code}. `
    }Zum Wagen: ${link}`,
  ar: ({ rider, when, code, link }) =>
    `حجز ${rider} رحلة لك${when && ` (${when})`}. ${
      code && `رمز البدء الذي تعطيه للسائق: ${code}. `
    }تابع السيارة: ${link}`,
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

/** Returns the language for a person's language tag such as `de-CH`; English for an unknown tag. */
export function languageFor(lang: unknown): Language {
  const code = typeof lang === 'string' ? lang.toLowerCase().split(/[-_]/)[0] : ''
  return LANGUAGES.find((language) => language === code) ?? 'en'
}

/** Returns the text of a notice by its name `<key>.title` or `<key>.text`, with its parameters filled in; null if unknown. */
export function word(name: string, params: Record<string, unknown>, language: Language, format: Format): string | null {
  const [key = '', part] = name.split('.')
  const entry = Object.hasOwn(texts[language].words, key) ? texts[language].words[key] : undefined
  const text = part === 'title' ? entry?.title : part === 'text' ? entry?.text : undefined
  if (text === undefined) return null
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, param: string) => {
    // The firm's own kinds of papers bring their name.
    const isNamed = param === 'kind' && typeof params['paper'] === 'string'
    return isNamed ? String(params['paper']) : wordParam(param, params[param], language, format)
  })
}

export const wordCode = (code: string, language: Language): string => sms[language](code)

/** Returns the text message for a guest, for whom somebody else booked a ride, with the link to the ride's tracking page. */
export function wordGuestRide(payload: Record<string, unknown>, link: string, language: Language): string {
  const { rider, trip_at } = (payload['params'] ?? {}) as Record<string, unknown>
  const when = wordParam('trip_at', trip_at, language, payload['format'] as Format)
  return guest[language]({ rider: String(rider ?? ''), when, code: String(payload['code'] ?? ''), link })
}

function wordParam(name: string, value: unknown, language: Language, format: Format): string {
  // A driver who has deleted the account has no name.
  if (name === 'driver' && !value) return texts[language].kinds.driver ?? ''
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
      ? writtenMoment(at, language, { ...style, timeStyle: 'short' })
      : new Intl.DateTimeFormat(language, style).format(at)
  }
  if (name === 'kind') return texts[language].kinds[String(value)] ?? texts[language].kinds.other ?? ''
  return String(value)
}
