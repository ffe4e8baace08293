import { latinDigits } from '@/lib/decimal'

/** From so many digits on people are found. */
export const LEAST_DIGITS = 4

const LONGEST = 60

/** What was typed or handed over, as text of one line: digits of any script as Latin ones, nothing that does not print. */
export const plainText = (text: string): string => latinDigits(text).replace(/\p{C}/gu, '').slice(0, LONGEST)

/** A number that people are found by; null for what is a name, or too short. */
export function searchedNumber(text: string): string | null {
  if (/\p{L}/u.test(text)) return null
  const number = text.replace(/[^\d+()]/g, '')
  return number.replace(/\D/g, '').length >= LEAST_DIGITS ? number : null
}

/**
 * The number that a telephone system pops the page with, `#phone=%2B423…`; null where there is none. A plus is a plus
 * here, no matter who wrote the address.
 */
export function poppedNumber(hash: string): string | null {
  const [, value] = /[#&]phone=([^&]*)/.exec(hash) ?? []
  if (value === undefined) return null
  try {
    return plainText(decodeURIComponent(value)).trim()
  } catch {
    return plainText(value).trim()
  }
}
