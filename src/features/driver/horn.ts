/** Two tones a third apart, as a car horn has; made here so that no file has to load before the first offer (Hz). */
const HORN = [415, 523]
/** Two rising notes for what is only news (Hz). */
const CHIME = [660, 880]
/** How often a horn that repeats is blown (ms). */
export const REPEAT_MS = 3000

let context: AudioContext | null = null
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

/** What counts as a touch for a browser that keeps a page silent until one. */
const GESTURES = ['pointerup', 'keydown'] as const

/** Wakes the sound in a touch: later, without one, a browser may refuse to. */
export function unlockSound(): void {
  try {
    if (!context) {
      context = new AudioContext()
      context.addEventListener('statechange', changed)
    }
    if (context.state !== 'running') void context.resume().then(changed, () => {})
  } catch {
    // A page without sound still shows the offer.
  }
}

/** Whether nothing would be heard: not touched yet, or interrupted, as by a phone call. */
export const isSilent = (): boolean => 'AudioContext' in globalThis && context?.state !== 'running'

/** Listens for touches, and tells when sound comes or goes. */
export function watchSound(onChange: () => void): () => void {
  listeners.add(onChange)
  for (const name of GESTURES) addEventListener(name, unlockSound, true)
  // The page was touched before it listened.
  if (navigator.userActivation?.hasBeenActive) unlockSound()
  return () => {
    listeners.delete(onChange)
    if (listeners.size > 0) return
    for (const name of GESTURES) removeEventListener(name, unlockSound, true)
  }
}

/** One note of so many seconds from so many seconds on. */
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

/** What was not heard would come out later, all at once: a sound that waits for a touch is dropped. */
const audio = (): AudioContext | null => (context?.state === 'running' ? context : null)

/** Shakes the phone, which may be all that a silent page can do. */
export function shake(): void {
  try {
    navigator.vibrate?.([400, 150, 400, 150, 400])
  } catch {}
}

/** Blows twice, and shakes the phone. */
export function blowHorn(): void {
  shake()
  try {
    const out = audio()
    if (!out) return
    for (const from of [0, 0.55]) for (const pitch of HORN) note(out, pitch, { from, lasts: 0.4, type: 'sawtooth' })
  } catch {
    // A page without sound still shows the offer.
  }
}

export function chime(): void {
  try {
    navigator.vibrate?.([180, 80, 180])
    const out = audio()
    if (!out) return
    for (const [index, pitch] of CHIME.entries()) note(out, pitch, { from: index * 0.18, lasts: 0.35, type: 'sine' })
  } catch {
    // A page without sound still shows what is new.
  }
}

export function hush(): void {
  try {
    navigator.vibrate?.(0)
  } catch {}
}
