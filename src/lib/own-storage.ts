import { storedUser } from './auth-client'

/* A person's data that this device stores for reading offline. It is deleted when they sign out or someone else signs in. */
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

/** Stores data of a person. If the storage is full or refused, nothing happens. */
export function keepOwn(name: string, userId: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify({ userId, value } satisfies Owned))
  } catch {}
}

/** Returns stored data, if it belongs to the signed-in person. */
export function readOwn(name: string): unknown {
  const owned = ownedAt(PREFIX + name)
  return owned && owned.userId === storedUser()?.id ? owned.value : null
}

/** Deletes the data of everyone except this person; of everyone if `userId` is null. */
export function forgetOthers(userId: string | null): void {
  try {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(PREFIX)))
      if (ownedAt(key)?.userId !== userId) localStorage.removeItem(key)
  } catch {}
}
