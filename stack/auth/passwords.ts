import bcrypt from 'bcryptjs'
import type { AuthConfig } from './config.ts'
import { invalid, Refusal } from './refusal.ts'

const cost = 10
const maxBytes = 72
/**
 * The hash with which the password for an unknown account is compared. Without this comparison, a faster response would reveal
 * that the account is unknown.
 */
const nobody = '$2b$10$CwTycUXWue0Thq9StjUM0uJ8ByQfEwLDzYV6p2yTQG9P9VSx6Zq3e'

const groups: Record<string, RegExp[]> = {
  letters_digits: [/[a-z]/i, /\d/],
  lower_upper_letters_digits: [/[a-z]/, /[A-Z]/, /\d/],
  lower_upper_letters_digits_symbols: [/[a-z]/, /[A-Z]/, /\d/, /[!@#$%^&*()_+\-=[\]{};'\\:"|<>?,./`~]/]
}

/**
 * Checks a new password.
 *
 * @throws Refusal `weak_password` with the reasons, or `validation_failed` if the password is too long
 */
export function checkPassword(password: string, { minLength, requirements }: AuthConfig['password']): void {
  if (Buffer.byteLength(password) > maxBytes) throw invalid(`Password cannot be longer than ${maxBytes} characters`)
  const reasons: string[] = []
  const messages: string[] = []
  if (password.length < Math.max(1, minLength)) {
    reasons.push('length')
    messages.push(`Password should be at least ${minLength} characters.`)
  }
  if (groups[requirements]?.some((group) => !group.test(password))) {
    reasons.push('characters')
    messages.push('Password should contain at least one character of each required kind.')
  }
  if (reasons.length > 0) throw new Refusal(422, 'weak_password', messages.join(' '), { weak_password: { reasons } })
}

/** Returns the bcrypt hash of a password, in GoTrue's format. */
export const hashPassword = (password: string): Promise<string> => bcrypt.hash(password, cost)

/** Returns whether a password matches a hash. Without a hash the check takes as long as with one, and returns false. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const fits = await bcrypt.compare(password.slice(0, 200), hash || nobody)
  return fits && Boolean(hash)
}
