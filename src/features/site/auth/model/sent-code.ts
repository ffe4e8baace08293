import { figure, shaped, text } from '@/lib/storage/shape'

/**
 * Storage key for the email address or phone number to which the last code was sent. The step for the code then survives a
 * reload, or a phone that drops the page while the person reads their mail.
 */
const storageKey = 'hackney.sent-code'
/** How long a code is valid, ms (Auth's `otp_expiry`). */
const VALID_MS = 300_000

const isSentCode = shaped<{ email: string; at: number }>({ email: text, at: figure })

/** Returns the email address or phone number to which the last code was sent; null if there is none or the code has expired. */
export function readSentCode(storage: Pick<Storage, 'getItem'>, now: number): string | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? 'null')
    return isSentCode(kept) && now >= kept.at && now < kept.at + VALID_MS ? kept.email : null
  } catch {
    return null
  }
}

/** Stores the email address or phone number to which the code was sent; null removes it. */
export function writeSentCode(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  email: string | null,
  now: number
): void {
  try {
    if (email === null) storage.removeItem(storageKey)
    else storage.setItem(storageKey, JSON.stringify({ email, at: now }))
  } catch {
    // Storage may be blocked; the step for the code is then lost with the page.
  }
}
