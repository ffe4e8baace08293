import { toAppError } from '@/lib/server/errors'
import { loadAuth } from '@/lib/session/auth-client'
import { renewSession } from '@/lib/session/renewal'
import { readEmail } from '@/lib/typing/email'
import { phoneProblem, readTypedPhone } from '@/lib/typing/phones'

export type ContactKind = 'email' | 'phone'

/** Converts a typed email address or phone number to the form that Auth expects, or returns an error key. */
export async function readNewContact(kind: ContactKind, text: string): Promise<{ value: string } | { error: string }> {
  if (kind === 'email') return readEmail(text)
  const read = await readTypedPhone(text)
  return read ? { value: read.number } : { error: phoneProblem(text) }
}

/** Sends a code to the new email address or phone number. A change of email address also sends a code to the old address. */
export async function requestContactChange(kind: ContactKind, value: string): Promise<void> {
  const auth = await loadAuth()
  const { error } = await auth.updateUser(kind === 'email' ? { email: value } : { phone: value })
  if (error) throw toAppError(error)
}

/**
 * Redeems the code that was sent to `sentTo`. A completed change ends all sessions of the account and opens a new one in this
 * browser.
 *
 * @returns true if the change is complete; false if the code that was sent to the other email address is still needed
 */
export async function confirmContactChange(kind: ContactKind, sentTo: string, token: string): Promise<boolean> {
  const proof =
    kind === 'email'
      ? { email: sentTo, token, type: 'email_change' as const }
      : { phone: sentTo, token, type: 'phone_change' as const }
  const auth = await loadAuth()
  const { data, error } = await renewSession(() => auth.verifyOtp(proof))
  if (error) throw toAppError(error)
  return data.session !== null
}
