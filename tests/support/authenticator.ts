import { Secret, TOTP } from 'otpauth'
import type { Client } from './people.ts'

/** A code of an authenticator app. One of the next half minute (`ahead` 1) is accepted, too: a person can use two at once. */
export const totpOf = (secret: string, ahead: 0 | 1 = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 })

export interface Authenticator {
  id: string
  secret: string
}

/** Adds an authenticator app to the client's person, and returns it. With its first code, the session has a second factor. */
export async function enrol({ auth }: Client, friendlyName = 'Phone'): Promise<Authenticator> {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  if (data.type !== 'totp') throw new Error(`enrolled ${data.type}`)
  const { secret } = data.totp
  const verified = await auth.mfa.challengeAndVerify({ factorId: data.id, code: totpOf(secret) })
  if (verified.error) throw verified.error
  return { id: data.id, secret }
}
