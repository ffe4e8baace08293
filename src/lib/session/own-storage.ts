import { storedUser } from './auth-client'

/*
 * A person's data that this device stores for reading offline. They are deleted when the person signs out or someone else signs
 * in.
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

/** Stores data of a person. Ignores errors, for example if the storage is full or not allowed. */
export function keepOwn(name: string, userId: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify({ userId, value } satisfies Owned))
  } catch {}
}

/** Returns stored data if they belong to the signed-in person, else null. */
export function readOwn(name: string): unknown {
  const owned = ownedAt(PREFIX + name)
  return owned && owned.userId === storedUser()?.id ? owned.value : null
}

/** Deletes the stored data of everyone except this person. With null, deletes the data of everyone. */
export function forgetOthers(userId: string | null): void {
  try {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(PREFIX)))
      if (ownedAt(key)?.userId !== userId) localStorage.removeItem(key)
  } catch {}
}
