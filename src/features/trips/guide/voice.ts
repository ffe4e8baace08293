import { useSyncExternalStore } from 'react'
import { readStored, store } from '@/lib/stored'

const MUTED = 'hackney.voice-muted'

let isMuted = readStored(MUTED) === true
const listeners = new Set<() => void>()

/** The phone's voice; undefined where it has none. */
const voice = (): SpeechSynthesis | undefined => globalThis.speechSynthesis

/** Says a sentence in a language; what is being said gives way, since it is about a place further back. */
export function say(text: string, language: string): void {
  const speaker = voice()
  if (isMuted || !speaker) return
  const words = new SpeechSynthesisUtterance(text)
  words.lang = language
  speaker.cancel()
  speaker.speak(words)
}

export function setMuted(muted: boolean): void {
  isMuted = muted
  store(MUTED, muted ? true : null)
  if (muted) voice()?.cancel()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the driver wants silence. */
export const useMuted = (): boolean => useSyncExternalStore(subscribe, () => isMuted)

/** Whether this phone can speak at all. */
export const canSpeak = (): boolean => voice() !== undefined
