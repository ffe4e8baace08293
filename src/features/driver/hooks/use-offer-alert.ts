import { useEffect, useRef } from 'react'

/** Two rising notes, made here so that no file has to load before the first offer. */
function chime(): void {
  const context = new AudioContext()
  for (const [index, pitch] of [660, 880].entries()) {
    const start = context.currentTime + index * 0.18
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.0001, start)
    volume.gain.exponentialRampToValueAtTime(0.2, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.35)
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(start + 0.4)
  }
  setTimeout(() => void context.close(), 1000)
}

/** Makes a new offer heard and felt, once each; browsers that want a gesture first stay silent. */
export function useOfferAlert(offerId: string | null): void {
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (!offerId || last.current === offerId) return
    last.current = offerId
    try {
      navigator.vibrate?.([180, 80, 180])
      if (navigator.userActivation?.hasBeenActive) chime()
    } catch {
      // A page without sound still shows the offer.
    }
  }, [offerId])
}
