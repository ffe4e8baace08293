import { keptPerson } from './auth-client'

/*
 * What this device keeps of a person to be read without a network. It is theirs: signing out takes it away, and so does
 * somebody else who signs in.
 */
const PREFIX = 'hackney.own.'

interface Owned {
  userId: string
  value: unknown
}

function ownedAt(key: string): Owned | null {
  try {
    const owned: Owned | null = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof owned?.userId === 'string' ? owned : null
  } catch {
    return null
  }
}

/** A full or refused storage keeps nothing. */
export function keepOwn(name: string, userId: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify({ userId, value } satisfies Owned))
  } catch {}
}

/** What was kept, for its owner only. */
export function readOwn(name: string): unknown {
  const owned = ownedAt(PREFIX + name)
  return owned && owned.userId === keptPerson()?.id ? owned.value : null
}

/** Takes away what belongs to others than this person; everything where nobody is signed in. */
export function forgetOthers(userId: string | null): void {
  try {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(PREFIX)))
      if (ownedAt(key)?.userId !== userId) localStorage.removeItem(key)
  } catch {}
}
