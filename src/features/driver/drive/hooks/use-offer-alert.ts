import { useEffect, useRef, useSyncExternalStore } from 'react'
import { blowHorn, chime, hush, isSilent, REPEAT_MS, shake, watchSound } from '@/lib/page/sound'

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
 * Plays the horn for an offer. If `repeats` is true, it repeats until the offer is answered or expires. While the browser mutes
 * the page, the phone vibrates instead. The horn then starts when the driver touches the page.
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

/** Returns whether the browser mutes this page until it is touched. Listens for the touch that unmutes it. */
export const useIsSilent = (): boolean => useSyncExternalStore(watchSound, isSilent, () => false)
