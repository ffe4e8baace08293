import { useSyncExternalStore } from 'react'
import { readStored, store } from '@/lib/storage/stored'

const MUTED = 'hackney.voice-muted'

let isMuted = readStored(MUTED) === true
const listeners = new Set<() => void>()

/** Returns the phone's speech synthesis; undefined if it has none. */
const voice = (): SpeechSynthesis | undefined => globalThis.speechSynthesis

/** Speaks a sentence in a language. It stops the current sentence, which is about a place that the car has already passed. */
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

/** Returns whether the driver has muted the voice. */
export const useMuted = (): boolean => useSyncExternalStore(subscribe, () => isMuted)

/** Returns whether this phone can speak. */
export const canSpeak = (): boolean => voice() !== undefined
