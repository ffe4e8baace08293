/** A payee's account: an IBAN, or an account number in the bank's own format. */
export type BankAccount = { iban: string } | { other: string }

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** Whether a text is an IBAN with the right check digits (ISO 7064, MOD 97-10). */
export function isIban(text: string): boolean {
  if (!IBAN.test(text)) return false
  let rest = 0
  for (const sign of text.slice(4) + text.slice(0, 4)) {
    const digits = String(Number.parseInt(sign, 36))
    rest = Number(`${rest}${digits}`) % 97
  }
  return rest === 1
}

/**
 * Reads an account number. Null if it is empty or malformed, or if it is an IBAN with wrong check digits: a mistyped IBAN could
 * pay the wrong person.
 */
export function readAccount(text: string): BankAccount | null {
  const plain = text.replace(/[\s.-]/g, '').toUpperCase()
  if (isIban(plain)) return { iban: plain }
  // Two letters and two digits at the start mean an IBAN. It was not accepted above, so its check digits are wrong.
  if (/^[A-Z]{2}\d{2}/.test(plain) && plain.length >= 15) return null
  return /^[A-Z0-9]{3,34}$/.test(plain) ? { other: plain } : null
}

/** Whether a text is a bank identifier code (BIC, ISO 9362). */
export const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text)
