import type { SetupAnswered, SetupAsked } from '@contract/accounts'
import { invoke } from '@/lib/server/api'
import { verifyCode } from '../commands'

/** The key of a one-time link, and this window, which the server distinguishes from others with the same link. */
export type SetupKey = Required<Pick<SetupAsked, 'key' | 'client_key'>>

const KEPT = 'hackney.setup'

/**
 * Returns the key in the fragment of a one-time link, or the one that this window read before. The window keeps it, because the
 * page removes it from the address, and may be reloaded.
 */
export function readSetupKey(hash: string, storage: Storage): SetupKey | null {
  const kept = parse(storage.getItem(KEPT))
  const key = /^#([\w-]{20,200})$/.exec(hash)?.[1]
  if (key === undefined || key === kept?.key) return kept
  const made = { key, client_key: crypto.randomUUID() }
  storage.setItem(KEPT, JSON.stringify(made))
  return made
}

function parse(text: string | null): SetupKey | null {
  try {
    const { key, client_key } = JSON.parse(text ?? '{}') as Partial<SetupKey>
    return key && client_key ? { key, client_key } : null
  } catch {
    return null
  }
}

/** Makes the account of the firm's first owner and signs this browser in with it. The window then forgets the key. */
export async function signInAsOwner(asked: SetupAsked): Promise<void> {
  const { email, code } = await invoke<SetupAnswered>('accounts/setup', asked)
  await verifyCode(email, code)
  sessionStorage.removeItem(KEPT)
}
