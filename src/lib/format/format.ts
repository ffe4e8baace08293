import { serverNow } from '../time/server-clock'
import { withRepeatedName } from '../time/zoned'

/**
 * The operator's settings for amounts of money: the currency's symbol and number of decimals. `useFormat()` passes them, and
 * the page's language, to the functions of this module.
 */
export interface MoneySettings {
  symbol: string
  decimal: number
  /** Whether the currency symbol follows the amount. */
  swipe_symbol: boolean
}

const KM_PER_MILE = 1.609344
const FEET_PER_MILE = 5280

/** Caches formatters by locale and options: creating one takes a hundred times as long as using it. */
export function kept<Options extends object, Format>(make: (locale: string, options: Options) => Format) {
  const made = new Map<string, Format>()
  return (locale: string, options: Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`
    const known = made.get(key) ?? make(locale, options)
    made.set(key, known)
    return known
  }
}

const numberFormat = kept((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))

/**
 * Formats a number as people read it: "1,234.5". A negative number has a minus sign (U+2212): a hyphen is shorter than the plus
 * and can break a line. Files for machines contain plain JavaScript numbers, with a hyphen.
 */
export const formatNumber = (value: number, locale: string, options: Intl.NumberFormatOptions = {}): string =>
  numberFormat(locale, options).format(value).replace('-', '\u2212')

export const dateFormat = kept(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options)
)

/**
 * Formats an amount as "CHF 14.80" or "\u2212CHF 14.80", or as "14.80 CHF" with `swipe_symbol`. The space is non-breaking.
 *
 * @param signDisplay `exceptZero` for a change of an amount, which also shows a plus: "+CHF 14.80"
 */
export function formatMoney(
  amount: number,
  settings: MoneySettings,
  locale: string,
  signDisplay: 'negative' | 'exceptZero' = 'negative'
): string {
  const digits = { minimumFractionDigits: settings.decimal, maximumFractionDigits: settings.decimal }
  const written = formatNumber(amount, locale, { ...digits, signDisplay })
  if (settings.swipe_symbol) return `${written}\u00a0${settings.symbol}`
  // The symbol is between the minus sign and the first digit. In Arabic, Intl writes a direction mark before the minus sign,
  // which keeps the minus sign on the left.
  return written.replace(/\d/, (first) => `${settings.symbol}\u00a0${first}`)
}

/**
 * Formats a price per kilometre or minute with all its decimals, up to four. With a rounded price, a reader who multiplies it
 * would not get the fare.
 */
export function formatRate(amount: number, settings: MoneySettings, locale: string): string {
  const decimals = Math.max(settings.decimal, (String(amount).split('.')[1] ?? '').length)
  return formatMoney(amount, { ...settings, decimal: Math.min(decimals, 4) }, locale)
}

/**
 * Formats a distance: 3.5 becomes "3.5 km", or "2.2 mi" with `convertToMile`. A distance below one kilometre is given in metres,
 * and one below a tenth of a mile in feet; both are rounded to ten.
 */
export function formatDistance(km: number, convertToMile: boolean, locale: string): string {
  if (convertToMile) {
    const miles = km / KM_PER_MILE
    if (miles < 0.095) return formatUnit(Math.round((miles * FEET_PER_MILE) / 10) * 10, 'foot', locale, 0)
    return formatUnit(miles, 'mile', locale, 1)
  }
  if (km < 0.995) return formatUnit(Math.round(km * 100) * 10, 'meter', locale, 0)
  return formatUnit(km, 'kilometer', locale, km < 100 ? 1 : 0)
}

/** Formats seconds as "7 min" or "1 hr 5 min". The result is at least one minute. */
export function formatDuration(seconds: number, locale: string): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const part = (value: number, name: string) => (value ? [formatUnit(value, name, locale, 0)] : [])
  return [...part(Math.floor(minutes / 60), 'hour'), ...part(minutes % 60, 'minute')].join(' ')
}

/** Formats a number with its unit, such as "5.7 min" or "3.28 km". `name` is the name of the unit in Intl. */
export function formatUnit(value: number, name: string, locale: string, digits: number): string {
  // Use general English: British English abbreviates with a plural s ("7 mins"), which reads badly in a column of numbers.
  return formatNumber(value, locale === 'en-GB' ? 'en' : locale, {
    style: 'unit',
    unit: name,
    unitDisplay: 'short',
    maximumFractionDigits: digits
  })
}

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Formats a time such as "14:32". The time zone is the operator's and not the device's, because the pickup happens there. */
export function formatTime(at: string | number | Date, locale: string, timeZone: string): string {
  const moment = new Date(at)
  return withRepeatedName(dateFormat(locale, { ...clock, timeZone }).format(moment), moment.getTime(), timeZone)
}

interface DateTimeOptions {
  /** The current time (ms). It determines whether the year is shown. */
  now?: number
  /** Whether to show the weekday. It is false in columns of a table: "20 Nov, 14:32". */
  hasWeekday?: boolean
}

const DAY_MS = 86_400_000

/** The year of a moment in a time zone. Except around New Year it is the same in every zone, and needs no slow formatter. */
function yearOf(moment: Date, timeZone: string): string {
  const [before, after] = [-DAY_MS, DAY_MS].map((ms) => new Date(moment.getTime() + ms).getUTCFullYear())
  return before === after ? String(before) : dateFormat('en', { year: 'numeric', timeZone }).format(moment)
}

/**
 * Formats date and time in the operator's time zone, such as "Fri, 20 Nov, 14:32". If the date is not in the current year, the
 * year is written instead of the weekday: "20 Nov 2025, 14:32".
 */
export function formatDateTime(
  at: string | number | Date,
  locale: string,
  timeZone: string,
  { now = serverNow(), hasWeekday = true }: DateTimeOptions = {}
): string {
  const moment = new Date(at)
  const isThisYear = yearOf(moment, timeZone) === yearOf(new Date(now), timeZone)
  const written = dateFormat(locale, {
    ...(isThisYear ? hasWeekday && { weekday: 'short' } : { year: 'numeric' }),
    day: 'numeric',
    month: 'short',
    ...clock,
    timeZone
  }).format(moment)
  return withRepeatedName(written, moment.getTime(), timeZone)
}

/** Returns the kind of digits that a locale writes, such as `latn` or `arab`; '' if the tag is invalid. */
function digitsOf(tag: string): string {
  try {
    return numberFormat(tag, {}).resolvedOptions().numberingSystem
  } catch {
    return ''
  }
}

/**
 * Returns a locale that writes Latin digits; British English if the tag is invalid. Number plates, phones and prices in the
 * streets have Latin digits in every language. Pages show them, too, so that no screen mixes two kinds of digits.
 */
function withLatinDigits(tag: string): string {
  const digits = digitsOf(tag)
  return digits === 'latn' ? tag : digits ? `${tag}-u-nu-latn` : 'en-GB'
}

/**
 * Returns the locale for dates, from the one that the operator set for the language. A valid setting with a Unicode extension,
 * such as `ar-u-nu-arab`, is used unchanged. Any other setting gets Latin digits. A setting without a region becomes the locale
 * that `intlLocale` returns for it.
 */
export function dateTag(dateLocale: string, country: string): string {
  if (dateLocale.includes('-u-') && digitsOf(dateLocale)) return dateLocale
  const [tag = ''] = dateLocale.split('-u-')
  return /-[A-Z0-9]{2,3}$/.test(tag) ? withLatinDigits(tag) : intlLocale(tag, country)
}

/**
 * Returns the locale for numbers, and for dates if the operator has set no locale with a region. `en` is always British English
 * (24 hours, day before month). `ar` has Latin digits. Any other language without a region gets the operator's country, because
 * in German, Germany writes "14,80" and Switzerland "14.80".
 */
export function intlLocale(language: string, country: string): string {
  if (language === 'en') return 'en-GB'
  if (language === 'ar') return 'ar-u-nu-latn'
  return withLatinDigits(/^[A-Z]{2}$/.test(country) && !language.includes('-') ? `${language}-${country}` : language)
}

/**
 * What goes with a currency: its symbol, short where it is unmistakable in the language, the decimals that people use, which can
 * be fewer than those of ISO 4217 (HUF: 0 of 2), and whether the language writes the symbol after the amount.
 */
export function currencyFacts(
  code: string,
  locale: string
): { symbol: string; decimals: number; isSymbolLast: boolean } {
  const money = numberFormat(locale, { style: 'currency', currency: code })
  const parts = money.formatToParts(0)
  // Portuguese has an invisible symbol for the escudo of Cape Verde.
  const symbol = parts.find(({ type }) => type === 'currency')?.value.replace(/[\u200b\u200e\u200f]/g, '') || code
  const { maximumFractionDigits = 2 } = money.resolvedOptions()
  const place = (wanted: string) => parts.findIndex(({ type }) => type === wanted)
  return {
    symbol: symbol.length > 8 ? code : symbol,
    decimals: maximumFractionDigits,
    isSymbolLast: place('currency') > place('integer')
  }
}
