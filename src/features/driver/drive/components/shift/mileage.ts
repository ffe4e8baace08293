import { latinDigits } from '@/lib/typing/digits'

/**
 * Reads a mileage; returns null for any other text. A mileage has no decimals, so any separator between groups of three digits
 * is read as grouping.
 */
export function readMileage(text: string): number | null {
  const typed = latinDigits(text).trim()
  return /^(\d+|\d{1,3}([\s.,'’٬]\d{3})+)$/.test(typed) ? Number(typed.replace(/\D/g, '')) : null
}
