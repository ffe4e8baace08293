import { env } from '@/config/env'
import { latinDigits } from './digits'

/** Digits of the shortest and the longest sign-in code of Supabase Auth. */
export const SHORTEST_CODE = 6
export const LONGEST_CODE = 10

/** Returns how many digits the code has that was sent to an address or a number; null if the page was not told. */
export const codeLengthFor = (contact: string): number | null =>
  contact.startsWith('+') ? env.smsCodeLength : env.mailCodeLength

/** Matches digits of which spaces or dashes make groups, on one line. */
const GROUPED = /\+?\d(?:[^\S\r\n]{0,2}[\p{Pd}\u2212]?[^\S\r\n]{0,2}\d)*/gu

/**
 * Reads a typed or pasted code: digits of any script, also with spaces or dashes between them. In a pasted message the code is
 * the number with `shortest` to `longest` digits that is no phone number.
 */
export function readCode(text: string, shortest: number, longest: number): string {
  const latin = latinDigits(text)
  const codes = (latin.match(GROUPED) ?? [])
    .filter((found) => !found.startsWith('+'))
    .map((found) => found.replace(/\D/g, ''))
  const code = codes.find(({ length }) => length >= shortest && length <= longest)
  return code ?? latin.replace(/\D/g, '').slice(0, longest)
}

/** Returns the error key for a typed sign-in code; null if it may be one. Only Auth knows how long its codes are. */
export const codeProblem = (code: string): string | null =>
  code.length >= SHORTEST_CODE && code.length <= LONGEST_CODE ? null : 'otp_validate_error'
