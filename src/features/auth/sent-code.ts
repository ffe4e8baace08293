import { figure, shaped, text } from '@/lib/shape'

/** A reload and a phone that drops the page while its owner reads the mail lead back to the code. */
const storageKey = 'hackney.sent-code'
/** How long a code counts (`otp_expiry`), ms. */
const VALID_MS = 600_000

const isSentCode = shaped<{ email: string; at: number }>({ email: text, at: figure })

/** The address that a code is on its way to; null where none is, or no longer. */
export function readSentCode(storage: Pick<Storage, 'getItem'>, now: number): string | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? 'null')
    return isSentCode(kept) && now >= kept.at && now < kept.at + VALID_MS ? kept.email : null
  } catch {
    return null
  }
}

/** Keeps where the code went; null forgets it. */
export function writeSentCode(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  email: string | null,
  now: number
): void {
  try {
    if (email === null) storage.removeItem(storageKey)
    else storage.setItem(storageKey, JSON.stringify({ email, at: now }))
  } catch {
    // Storage may be forbidden; the step then lives as long as the page.
  }
}
