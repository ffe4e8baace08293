import { useEffect, useRef, useSyncExternalStore } from 'react'
import { blowHorn, chime, hush, isSilent, REPEAT_MS, shake, watchSound } from '../horn'

/** Plays the chime and vibrates, once for each id. */
export function useChime(id: string | null): void {
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (!id || last.current === id) return
    last.current = id
    chime()
  }, [id])
}

/**
 * Plays the horn for an offer: once, or until it is answered or expires. If the page was muted, it plays at the first touch.
 */
export function useHorn(offerId: string | null, repeats: boolean): void {
  const silent = useIsSilent()
  useEffect(() => {
    if (!offerId) return
    const alert = silent ? shake : blowHorn
    alert()
    const timer = repeats ? setInterval(alert, REPEAT_MS) : undefined
    return () => {
      clearInterval(timer)
      hush()
    }
  }, [offerId, repeats, silent])
}

/** Whether the browser mutes this page until it is touched. Listens for that touch. */
export const useIsSilent = (): boolean => useSyncExternalStore(watchSound, isSilent, () => false)
