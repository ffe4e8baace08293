import { latinDigits } from '@/lib/typing/digits'

/** Minimum number of digits to search for. */
export const LEAST_DIGITS = 4

const LONGEST = 60

/** Returns a text without control characters and line breaks, with Latin digits, and at most `LONGEST` characters long. */
export const plainText = (text: string): string => latinDigits(text).replace(/\p{C}/gu, '').slice(0, LONGEST)

/** Returns the number to search people by; null if the text is a name or has too few digits. */
export function searchedNumber(text: string): string | null {
  if (/\p{L}/u.test(text)) return null
  const number = text.replace(/[^\d+()]/g, '')
  return number.replace(/\D/g, '').length >= LEAST_DIGITS ? number : null
}

/**
 * Returns the number that a telephone system adds to the page's URL (`#phone=%2B423…`); null if there is none. The plus sign
 * need not be encoded: `#phone=+423…` gives the same number.
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
