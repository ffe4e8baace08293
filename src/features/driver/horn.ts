/** Two tones a third apart, as a car horn has; made here so that no file has to load before the first offer (Hz). */
const HORN = [415, 523]
/** Two rising notes for what is only news (Hz). */
const CHIME = [660, 880]
/** How often a horn that repeats is blown (ms). */
export const REPEAT_MS = 3000

let context: AudioContext | null = null

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

/** Browsers want a gesture first: until then a page is silent. */
const audio = (): AudioContext | null => {
  if (!navigator.userActivation?.hasBeenActive) return null
  context ??= new AudioContext()
  void context.resume()
  return context
}

/** Blows twice, and shakes the phone. */
export function blowHorn(): void {
  try {
    navigator.vibrate?.([400, 150, 400, 150, 400])
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
