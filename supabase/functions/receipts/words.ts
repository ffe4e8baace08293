import { chainOf, type Language } from '../_shared/messages/language.ts'
import { writtenMoment } from '../_shared/messages/moment.ts'
import { isSound, plainWriter, type Writer } from '../_shared/messages/sent.ts'
import type { Company } from './contract.ts'
import arabic from './words/ar.json' with { type: 'json' }
import german from './words/de.json' with { type: 'json' }
import english from './words/en.json' with { type: 'json' }
import arabicStatement from './words/statement-ar.json' with { type: 'json' }
import germanStatement from './words/statement-de.json' with { type: 'json' }
import englishStatement from './words/statement-en.json' with { type: 'json' }
import { facesOf } from './text/faces.ts'

/**
 * Texts of receipts, copied from `src/features/common/receipt/texts/receipt/<language>.json` because a function is deployed without the app; a
 * test compares both.
 */
const words: Record<Language, typeof english> = { en: english, de: german, ar: arabic }

export type Words = typeof english.paper

/** Texts that only a driver's statement has. */
export const statementWords: Record<Language, typeof englishStatement> = {
  en: englishStatement,
  de: germanStatement,
  ar: arabicStatement,
}

/** The texts of receipts in a language, and functions that format values for a reader of the language. */
export interface Reader {
  /** The language's tag, in small letters. */
  language: string
  isRtl: boolean
  words: Words
  /** An amount, such as "CHF 14.80" or "\u2212CHF 3.00", written as in the app (`formatMoney` in `src/lib/format/format.ts`). */
  money: (amount: number) => string
  rate: (amount: number) => string
  figure: (value: number) => string
  distance: (km: number) => string
  duration: (secs: number) => string
  day: (at: string) => string
  moment: (at: string) => string
}

type Rules = Omit<Company['money'], 'code'>

const KM_PER_MILE = 1.609344

/** The key of the receipts' texts in the office's languages. */
const OWN = 'receipt.paper'

/** Returns whether the PDF's fonts have every letter of a text. */
function canDraw(text: string): boolean {
  const faces = facesOf('regular')
  return [...text].every((letter) => faces.some(({ letters }) => letters.has(letter.codePointAt(0) ?? 0)))
}

/**
 * Returns the texts of receipts, each in the first language of `chain` that has it: the firm's own before ours. A text of the firm
 * needs the placeholders of ours, and letters that the fonts have.
 *
 * @param standard the texts in English, or a part of them
 * @param path the key of that part
 */
function pick<Texts extends object>(standard: Texts, path: string, chain: readonly string[], writer: Writer): Texts {
  const texts = Object.entries(standard).map(([name, ours]) => {
    const key = `${path}.${name}`
    if (typeof ours !== 'string') return [name, pick(ours as object, key, chain, writer)]
    for (const tag of chain) {
      const own = writer.texts[tag]?.[key]?.trim() ?? ''
      if (own && isSound(own, ours) && canDraw(own)) return [name, own]
      const built = Object.hasOwn(words, tag) ? at(words[tag as Language].paper, key) : null
      if (built !== null) return [name, built]
    }
    return [name, ours]
  })
  return Object.fromEntries(texts) as Texts
}

/** The built-in text at a key such as `receipt.paper.title.receipt`; null if there is none. */
function at(paper: object, key: string): string | null {
  let found: unknown = paper
  for (const part of key.slice(OWN.length + 1).split('.')) {
    found = (found as Record<string, unknown> | undefined)?.[part]
  }
  return typeof found === 'string' ? found : null
}

/** Returns whether receipts have texts in a language, built in or the firm's own that can be drawn. */
const hasTexts = (tag: string, { texts }: Writer): boolean =>
  Object.hasOwn(words, tag) ||
  Object.entries(texts[tag] ?? {}).some(([key, text]) => key.startsWith(`${OWN}.`) && canDraw(text))

/**
 * Returns the locale for amounts and times: British style for English, else the style of the operator's country, Swiss if it is
 * unknown, with Latin digits. If the country is known, the app chooses the same style (`src/lib/format/format.ts`).
 */
function localeOf(tag: string, country: string): string {
  if (tag === 'en') return 'en-GB'
  if (tag === 'ar') return 'ar-u-nu-latn'
  const { language, script, region } = new Intl.Locale(tag)
  const place = region ?? (/^[A-Z]{2}$/.test(country) ? country : 'CH')
  return [language, script, place, 'u-nu-latn'].filter(Boolean).join('-')
}

const RTL = ['Adlm', 'Arab', 'Aran', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']

/**
 * Returns texts and formats for a language tag. Each text is in the person's language, else without its region, else in the
 * firm's default language, else in English.
 */
export function readerOf(lang: string, rules: Rules, writer: Writer = plainWriter): Reader {
  const chain = chainOf(lang, writer.standard)
  const language = chain.find((tag) => hasTexts(tag, writer)) ?? 'en'
  const locale = localeOf(language, rules.country)
  const amount = (value: number, decimals: number): string => {
    const style = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: 'negative' } as const
    const written = value.toLocaleString(locale, style).replace('-', '\u2212')
    if (rules.swipe_symbol) return `${written}\u00a0${rules.symbol}`
    const [sign = ''] = /^[\u200e\u200f\u061c\u2212]*/.exec(written) ?? []
    return `${sign}${rules.symbol}\u00a0${written.slice(sign.length)}`
  }
  const unit = (value: number, name: string, digits: number): string =>
    value.toLocaleString(locale === 'en-GB' ? 'en' : locale, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    })
  const at = (said: string, options: Intl.DateTimeFormatOptions): string =>
    new Date(said).toLocaleString(locale, { ...options, timeZone: rules.time_zone })
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
  return {
    language,
    isRtl: RTL.includes(new Intl.Locale(language).maximize().script ?? ''),
    words: pick(english.paper, OWN, chain, writer),
    money: (value) => amount(value, rules.decimal),
    rate: (value) => amount(value, Math.min(4, Math.max(rules.decimal, (String(value).split('.')[1] ?? '').length))),
    figure: (value) => value.toLocaleString(locale, { maximumFractionDigits: 3 }),
    distance: (km) => rules.convert_to_mile ? unit(km / KM_PER_MILE, 'mile', 1) : unit(km, 'kilometer', 1),
    duration: (secs) => unit(Math.max(1, Math.round(secs / 60)), 'minute', 0),
    day: (said) => at(said, day),
    moment: (said) =>
      writtenMoment(new Date(said), locale, {
        ...day,
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone: rules.time_zone,
      }),
  }
}

/** Replaces each `{{name}}` in a text by the value of that name. Values are inserted as they are, even if they contain `{{`. */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
