/** A tone: frequency (Hz), start and length (s). */
type Note = readonly [pitch: number, at: number, length: number]

const melodies = {
  /** Two soft rising notes for a new booking. */
  arrival: [
    [659, 0, 0.16],
    [880, 0.12, 0.24]
  ],
  /** A siren of four notes for an alarm. */
  alarm: [
    [988, 0, 0.2],
    [740, 0.2, 0.2],
    [988, 0.4, 0.2],
    [740, 0.6, 0.28]
  ]
} satisfies Record<string, readonly Note[]>

export type Melody = keyof typeof melodies

let context: AudioContext | null = null

/**
 * Returns the audio context; null if the browser has none. Browsers suspend it until the person has pressed a button or key, so
 * each call tries to resume it.
 */
function contextNow(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume().catch(() => {})
  return context
}

/** Plays a melody with the Web Audio synthesizer, so no sound file is loaded. */
export function play(melody: Melody, volume: number): void {
  const audio = volume > 0 ? contextNow() : null
  if (!audio) return
  for (const [pitch, at, length] of melodies[melody]) {
    const begin = audio.currentTime + at
    const [tone, gain] = [audio.createOscillator(), audio.createGain()]
    tone.type = melody === 'alarm' ? 'triangle' : 'sine'
    tone.frequency.value = pitch
    // Fades in and out, because an abrupt start or end would click.
    gain.gain.setValueAtTime(0, begin)
    gain.gain.linearRampToValueAtTime(volume * 0.4, begin + 0.02)
    gain.gain.exponentialRampToValueAtTime(0.001, begin + length)
    tone.connect(gain).connect(audio.destination)
    tone.start(begin)
    tone.stop(begin + length)
  }
}
