/**
 * Returns whether a code point is a digit of any script. Unicode gives the ten digits of a script consecutive code points in
 * ascending order, so `digitValue` can compute the digit's value.
 */
const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code))

function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (isDigit(first - 1)) first -= 1
  return (code - first) % 10
}

/** Matches direction marks, which are copied along with a number from Arabic text. */
const MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

export const withoutMarks = (text: string): string => text.replace(MARKS, '')

/** Returns the text with Latin digits in place of the digits of other scripts. Nothing else changes, not even its length in characters. */
export const plainDigits = (text: string): string =>
  /[^\p{ASCII}]/u.test(text) ? text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit))) : text

/** Returns the text without direction marks and with Latin digits. */
export const latinDigits = (text: string): string => plainDigits(withoutMarks(text))
