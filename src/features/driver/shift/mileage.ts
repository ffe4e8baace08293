import { latinDigits } from '@/lib/decimal'

/** A counter has no decimals, so whatever separates groups of three is read as that; null for anything else. */
export function readMileage(text: string): number | null {
  const typed = latinDigits(text).trim()
  return /^(\d+|\d{1,3}([\s.,'’٬]\d{3})+)$/.test(typed) ? Number(typed.replace(/\D/g, '')) : null
}
