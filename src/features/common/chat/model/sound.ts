import { useSyncExternalStore } from 'react'
import { readStored, store } from '@/lib/storage/stored'

const STORED = 'hackney.chat-silent'
const listeners = new Set<() => void>()

/** Whether new messages make a sound on this device. */
export const hasSound = (): boolean => readStored(STORED) !== true

export function setSound(isOn: boolean): void {
  store(STORED, isOn ? null : true)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useHasSound = (): boolean => useSyncExternalStore(subscribe, hasSound, () => true)
