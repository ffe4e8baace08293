import { timingSafeEqual } from '@std/crypto/timing-safe-equal'

/** Compares two secrets in constant time. Their digests are compared, so that the time does not reveal a length either. */
export async function isSameSecret(given: string, known: string): Promise<boolean> {
  const [one, other] = await Promise.all([digest(given), digest(known)])
  return timingSafeEqual(one, other)
}

const digest = (text: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
