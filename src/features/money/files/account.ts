/** Where money goes: an IBAN, or a number that only its bank knows. */
export type BankAccount = { iban: string } | { other: string }

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** Whether the check digits fit (ISO 7064, 97-10). */
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
 * An account as people write it; null for none, and for an IBAN with a slip of the pen: it would pay somebody else or nobody.
 */
export function readAccount(text: string): BankAccount | null {
  const plain = text.replace(/[\s.-]/g, '').toUpperCase()
  if (isIban(plain)) return { iban: plain }
  // Two letters and two check digits begin nothing else.
  if (/^[A-Z]{2}\d{2}/.test(plain) && plain.length >= 15) return null
  return /^[A-Z0-9]{3,34}$/.test(plain) ? { other: plain } : null
}

/** A bank's code by ISO 9362. */
export const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text)
