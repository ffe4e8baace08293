// Reads phone numbers as people of all countries write them. The only place that does: the app, the edge functions and the
// scripts all use it, and the database takes nothing but its result.
import parse, {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type MetadataJson,
  type PhoneNumber,
} from 'libphonenumber-js/core'
import { latinDigits } from './digits.ts'
import { inGroups } from './written.ts'

/** What is known about the numbers of all countries: `min` for everything here, `max` where the kind of a line matters. */
export type NumberMetadata = MetadataJson

export interface ReadNumber {
  /** The number as it is stored: E.164 with plus, and `;ext=12` after it if it has an extension. */
  stored: string
  /** The number without its extension, E.164 with plus. */
  number: string
  /** The digits of the extension; '' if there is none. */
  extension: string
  /** Whether the number is one that its country has given out. A number that is not may still be called: it is only doubtful. */
  isValid: boolean
  /** The number in the groups in which people of its country write it, with country code: "+966 50 123 4567". */
  shown: string
}

/** Matches invisible characters: direction marks, soft hyphens, characters without width, controls. */
const INVISIBLE = /[\p{Cf}\p{Cc}]/gu

/** Matches an extension after a number, with the words and signs that people write before it. */
const EXTENSION =
  /(?:;ext=|[\s,;/(-]*(?:(?:extension|ext|extn|e?xtn|durchwahl|dw|apparat|app|poste|interno|int|anexo|ramal|доб|добавочный|внутр|вн|تحويلة|داخلي|内線|分机|转|내선|#|x|х|×|~)[\s.:#)]*))(\d{1,6})[\s).]*$/iu

/** Plain spelling: Latin digits, plain plus, hyphen, brackets and spaces, and the plus before the number. */
function plain(typed: string): string {
  const text = latinDigits(typed.normalize('NFKC'))
    .replace(/[\p{Zs}\s]+/gu, ' ')
    .replace(INVISIBLE, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\u066b\u066c\u060c\u00b7\u2022]/g, '.')
    .trim()
    .replace(/^(?:tel|phone|callto|sms|whatsapp) *: *(?:\/\/)?/i, '')
  return (
    text
      // In text from right to left the plus may have been typed after the digits.
      .replace(/^([^+]*\d)[ )]*\+$/, '+$1')
      .replace(/^\(? *\+ *(?:00)? *([\d ]+)\)/, '+$1 ')
      .replace(/^\+ *(?:\+|00) */, '+')
      .replace(/^\(00 *([\d ]+)\)/, '00$1 ')
  )
}

const isPossible = (number: PhoneNumber | undefined): number is PhoneNumber => number?.isPossible() === true

function parsed(text: string, country: string, metadata: NumberMetadata): PhoneNumber | null {
  const isKnown = isSupportedCountry(country as CountryCode, metadata)
  const options = { ...(isKnown && { defaultCountry: country as CountryCode }), extract: false }
  const read = (spelling: string) => parse(spelling, options, metadata)
  // Many people dial 00 in countries where the way out is another one. Mexico's numbers lost the digits for mobile phones, 044,
  // 045 and the 1 after the country code, in 2019, and address books still have them.
  const spellings = [
    text,
    text.replace(/^ *00/, '+'),
    text.replace(/^((?:\+|00) *52)[ -]*1(?=(?:\D*\d){10}$)/, '$1'),
    ...(country === 'MX' ? [text.replace(/^ *(?:044|045|1)[ -]*(?=(?:\D*\d){10}$)/, '')] : []),
  ]
  return [...new Set(spellings)].map(read).find(isPossible) ?? null
}

/**
 * Reads a phone number in any usual spelling: digits of any script, with or without country code, in brackets, with hyphens,
 * with the trunk prefix `(0)`, as a `tel:` link, with an extension. Returns null if no possible number can be read, in
 * particular for two numbers in one text, and for a number of another country without its country code.
 *
 * @param country ISO 3166 code of the country whose national numbers are read; '' if only numbers with country code are
 * @example readNumber('079 012 34 56', 'CH', min)?.stored // '+41790123456'
 */
export function readNumber(typed: string, country: string, metadata: NumberMetadata): ReadNumber | null {
  if (typed.length > 100) return null
  const text = plain(typed)
  const [tail = '', extension = ''] = EXTENSION.exec(text) ?? []
  const own = text.slice(0, text.length - tail.length)
  if (!/^[+\d][-+\d ().,/]*$|^\([-+\d ().,/]*$/.test(own)) return null
  const found = parsed(own.replaceAll(',', ' '), country, metadata)
  if (!found) return null
  const number: string = found.number
  if (!/^\+[1-9]\d{5,14}$/.test(number)) return null
  // A zero that belongs to no number of the country was the trunk prefix of another one: "0423 555 01" in Liechtenstein.
  if (found.nationalNumber.startsWith('0') && !found.isValid()) return null
  const international = found.formatInternational()
  // Numbers that are possible only have no groups of their country.
  const hasGroups = / .* /.test(international)
  const shown = hasGroups ? international : `+${found.countryCallingCode} ${inGroups(found.nationalNumber)}`
  return {
    stored: extension ? `${number};ext=${extension}` : number,
    number,
    extension,
    isValid: found.isValid(),
    shown: extension ? `${shown} ext. ${extension}` : shown,
  }
}

/**
 * Returns whether a stored number is one of these countries. Numbers of a territory that shares the country code of one of them
 * count as that one's, except with +1: its islands are a favourite of people who are paid for calls and texts.
 *
 * @param stored E.164 with plus
 * @param countries ISO 3166 codes
 */
export function isNumberOf(stored: string, countries: readonly string[], metadata: NumberMetadata): boolean {
  const found = parse(stored, { extract: false }, metadata)
  if (!found) return false
  if (found.country && countries.includes(found.country)) return true
  return found.countryCallingCode !== '1' &&
    countries.some((country) =>
      isSupportedCountry(country as CountryCode, metadata) &&
      getCountryCallingCode(country as CountryCode, metadata) === found.countryCallingCode
    )
}

/**
 * Returns the digits by which stored numbers are searched, as a part of them. If the text is a whole number with a way out or a
 * trunk prefix, which are not stored, these are the digits of the stored number; else the typed ones. '' if the text has letters
 * or no digits.
 *
 * @example searchedDigits('00423 555 03 31', 'LI', min) // '4235550331'
 * @example searchedDigits('555 03 31', 'LI', min) // '5550331', which is the end of numbers of several countries
 * @example searchedDigits('079 1', 'CH', min) // '41791'
 */
export function searchedDigits(typed: string, country: string, metadata: NumberMetadata): string {
  const whole = readNumber(typed, country, metadata)?.number.slice(1)
  const text = plain(typed).replace('(0)', '')
  const digits = text.replace(/\D/g, '')
  if (whole) return whole.endsWith(digits) ? digits : whole
  if (/\p{L}/u.test(text)) return ''
  const rest = digits.replace(/^0+/, '')
  // The beginning of a national number with its trunk prefix is the beginning of a stored one after the country code.
  const isTrunk = /^0[1-9]/.test(digits) && isSupportedCountry(country as CountryCode, metadata)
  return isTrunk ? getCountryCallingCode(country as CountryCode, metadata) + rest : rest
}
