import { type Language, LANGUAGES } from '../_shared/messages/language.ts'
import { writtenMoment } from '../_shared/messages/moment.ts'
import type { Company } from './contract.ts'
import arabic from './words/ar.json' with { type: 'json' }
import german from './words/de.json' with { type: 'json' }
import english from './words/en.json' with { type: 'json' }
import arabicStatement from './words/statement-ar.json' with { type: 'json' }
import germanStatement from './words/statement-de.json' with { type: 'json' }
import englishStatement from './words/statement-en.json' with { type: 'json' }

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
  language: Language
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

/**
 * Returns the locale for amounts and times: British style for English, and Latin digits for Arabic. German has the style of the
 * operator's country, or Swiss style if the country is unknown. If the country is known, the app chooses the same style
 * (`src/lib/format/format.ts`).
 */
function localeOf(language: Language, country: string): string {
  if (language === 'en') return 'en-GB'
  return language === 'ar' ? 'ar-u-nu-latn' : `${language}-${/^[A-Z]{2}$/.test(country) ? country : 'CH'}`
}

/** Returns texts and formats for a language tag; English if we have no texts in that language. */
export function readerOf(lang: string, rules: Rules): Reader {
  const code = lang.toLowerCase().split(/[-_]/)[0]
  const language = LANGUAGES.find((one) => one === code) ?? 'en'
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
    isRtl: language === 'ar',
    words: words[language].paper,
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
