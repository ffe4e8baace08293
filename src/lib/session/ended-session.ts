import { readStored, store } from '../storage/stored'
import { forgetOthers } from './own-storage'
import { SESSION } from './session-pause'

/** The address to which the person of the stored session gets a code: the email address, otherwise the phone number. */
export function endedContact(): string | null {
  const session = readStored(SESSION) as { user?: { email?: string; phone?: string } } | null
  const { email, phone } = session?.user ?? {}
  return email || (phone ? `+${phone.replace(/^\+/, '')}` : null)
}

/** Forgets a session that has ended, and what this device stores of its person. */
export function dropSession(): void {
  store(SESSION, null)
  forgetOthers(null)
}
