import { useSyncExternalStore } from 'react'
import { readStored, store } from '@/lib/stored'

const MUTED = 'hackney.voice-muted'

let isMuted = readStored(MUTED) === true
const listeners = new Set<() => void>()

/** The phone's speech synthesis, if any. */
const voice = (): SpeechSynthesis | undefined => globalThis.speechSynthesis

/** Speaks a sentence in a language and stops the current one, which is about a place already passed. */
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

/** Whether the driver has muted the voice. */
export const useMuted = (): boolean => useSyncExternalStore(subscribe, () => isMuted)

/** Whether this phone can speak. */
export const canSpeak = (): boolean => voice() !== undefined
