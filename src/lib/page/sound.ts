/**
 * Frequencies of the horn (Hz): two tones a third apart, like a car horn. They are synthesized, so that no file has to load
 * before the first offer.
 */
const HORN = [415, 523]
/** Frequencies of the chime for other news (Hz): two rising notes. */
const CHIME = [660, 880]
/** Interval at which the horn repeats (ms). */
export const REPEAT_MS = 3000

let context: AudioContext | null = null
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

/** User gestures by which the page can unlock sound. */
const GESTURES = ['pointerup', 'keydown'] as const

/** Unlocks sound. Must be called during a user gesture, because browsers refuse it at other times. */
export function unlockSound(): void {
  try {
    if (!context) {
      context = new AudioContext()
      context.addEventListener('statechange', changed)
    }
    if (context.state !== 'running') void context.resume().then(changed, () => {})
  } catch {
    // Errors are ignored: without sound the page still shows the offer.
  }
}

/** Returns whether sound is off: not unlocked yet, or interrupted, for example by a phone call. */
export const isSilent = (): boolean => 'AudioContext' in globalThis && context?.state !== 'running'

/** Listens for gestures that unlock sound, and calls `onChange` when sound becomes available or stops. */
export function watchSound(onChange: () => void): () => void {
  listeners.add(onChange)
  for (const name of GESTURES) addEventListener(name, unlockSound, true)
  // If the page was touched before this listener was added, sound can be unlocked now.
  if (navigator.userActivation?.hasBeenActive) unlockSound()
  return () => {
    listeners.delete(onChange)
    if (listeners.size > 0) return
    for (const name of GESTURES) removeEventListener(name, unlockSound, true)
  }
}

/** Plays one note. */
function note(
  audio: AudioContext,
  pitch: number,
  { from, lasts, type }: { from: number; lasts: number; type: OscillatorType }
) {
  const start = audio.currentTime + from
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.type = type
  tone.frequency.value = pitch
  volume.gain.setValueAtTime(0.0001, start)
  volume.gain.exponentialRampToValueAtTime(type === 'sine' ? 0.2 : 0.35, start + 0.02)
  volume.gain.setValueAtTime(type === 'sine' ? 0.2 : 0.35, start + lasts - 0.05)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + lasts)
  tone.connect(volume).connect(audio.destination)
  tone.start(start)
  tone.stop(start + lasts)
}

/** Returns the audio context; null while it is suspended, because notes queued now would all play at once later. */
const audio = (): AudioContext | null => (context?.state === 'running' ? context : null)

/** Vibrates the phone, which works even on a muted page. */
export function shake(): void {
  try {
    navigator.vibrate?.([400, 150, 400, 150, 400])
  } catch {}
}

/** Sounds the horn twice and vibrates. */
export function blowHorn(): void {
  shake()
  try {
    const out = audio()
    if (!out) return
    for (const from of [0, 0.55]) for (const pitch of HORN) note(out, pitch, { from, lasts: 0.4, type: 'sawtooth' })
  } catch {
    // Errors are ignored: without sound the page still shows the offer.
  }
}

export function chime(): void {
  try {
    navigator.vibrate?.([180, 80, 180])
    const out = audio()
    if (!out) return
    for (const [index, pitch] of CHIME.entries()) note(out, pitch, { from: index * 0.18, lasts: 0.35, type: 'sine' })
  } catch {
    // Errors are ignored: without sound the page still shows the news.
  }
}

export function hush(): void {
  try {
    navigator.vibrate?.(0)
  } catch {}
}
