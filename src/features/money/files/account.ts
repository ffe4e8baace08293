/** A payee's account: an IBAN, or a bank's own number. */
export type BankAccount = { iban: string } | { other: string }

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** Whether the check digits are right (ISO 7064, 97-10). */
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
 * Reads an account number. Null if it is empty, or an IBAN with wrong check digits: a mistyped one could pay the wrong person.
 */
export function readAccount(text: string): BankAccount | null {
  const plain = text.replace(/[\s.-]/g, '').toUpperCase()
  if (isIban(plain)) return { iban: plain }
  // Two letters and two digits mean an IBAN.
  if (/^[A-Z]{2}\d{2}/.test(plain) && plain.length >= 15) return null
  return /^[A-Z0-9]{3,34}$/.test(plain) ? { other: plain } : null
}

/** A BIC (ISO 9362). */
export const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text)
