import { AppError, toAppError } from '@/lib/server/errors'
import { loadAuth } from '@/lib/session/auth-client'
import { renewSession } from '@/lib/session/renewal'
import { byUse, type Factor, freeName } from './model'

/** Auth's codes for a code that does not fit: wrong, already used, or entered too late. */
const misfits = new Set<unknown>(['mfa_verification_failed', 'mfa_challenge_expired'])

/** Reads the factors from Auth: those that are set up, and the ids of those that were begun. */
async function readFactors(): Promise<{ ready: Factor[]; begun: string[] }> {
  const { data, error } = await (await loadAuth()).mfa.listFactors()
  if (error) throw toAppError(error)
  return {
    ready: data.totp.map(({ id, friendly_name, created_at, last_challenged_at }) => ({
      id,
      name: friendly_name ?? '',
      addedAt: created_at,
      usedAt: last_challenged_at ?? null
    })),
    begun: data.all.filter(({ status }) => status !== 'verified').map(({ id }) => id)
  }
}

export const getFactors = async (): Promise<Factor[]> => (await readFactors()).ready

/** What an authenticator app needs: the address to scan, and the key for those who type it. */
export interface Enrolment {
  id: string
  uri: string
  secret: string
}

/**
 * Begins to set up an authenticator app. Enrolments that were not finished are removed, because their number is limited.
 *
 * @param issuer name of the firm, which the app shows
 * @param nameOf returns the name of the first, second … factor
 */
export async function beginEnrolment(issuer: string, nameOf: (number: number) => string): Promise<Enrolment> {
  const { mfa } = await loadAuth()
  const { ready, begun } = await readFactors()
  for (const factorId of begun) {
    const { error } = await mfa.unenroll({ factorId })
    if (error) throw toAppError(error)
  }
  const friendlyName = freeName(
    ready.map(({ name }) => name),
    nameOf
  )
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName, issuer })
  if (error) throw toAppError(error)
  if (data.type !== 'totp') throw new AppError('unknown_error')
  return { id: data.id, uri: data.totp.uri, secret: data.totp.secret }
}

/** Sends a code of one factor. Returns false if it does not fit. */
async function isRight(factorId: string, code: string): Promise<boolean> {
  const { mfa } = await loadAuth()
  const { error } = await renewSession(() => mfa.challengeAndVerify({ factorId, code }))
  if (error && !misfits.has(error.code)) throw toAppError(error)
  return !error
}

/** Finishes setting up an app with its first code. Auth then ends the person's other sessions. Returns false for a wrong code. */
export const finishEnrolment = (id: string, code: string): Promise<boolean> => isRight(id, code)

/** Proves the second factor in this session, with a code of any of the person's apps. Returns false for a wrong code. */
export async function confirmSignIn(code: string): Promise<boolean> {
  for (const { id } of byUse(await getFactors())) {
    if (await isRight(id, code)) return true
  }
  return false
}

/** Removes a factor. The session gets a new token, because the old one may still name the removed factor. */
export async function removeFactor(factorId: string): Promise<true> {
  const auth = await loadAuth()
  const { error } = await auth.mfa.unenroll({ factorId })
  if (error) throw toAppError(error)
  const refreshed = await renewSession(() => auth.refreshSession())
  if (refreshed.error) throw toAppError(refreshed.error)
  return true
}
