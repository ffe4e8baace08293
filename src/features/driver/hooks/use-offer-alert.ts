import { useEffect, useRef } from 'react'
import { blowHorn, chime, hush, REPEAT_MS } from '../horn'

/** Makes something new heard and felt, once each. */
export function useChime(id: string | null): void {
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (!id || last.current === id) return
    last.current = id
    chime()
  }, [id])
}

/** Blows the horn for an offer: once, or until it is answered or over. */
export function useHorn(offerId: string | null, repeats: boolean): void {
  useEffect(() => {
    if (!offerId) return
    blowHorn()
    const timer = repeats ? setInterval(blowHorn, REPEAT_MS) : undefined
    return () => {
      clearInterval(timer)
      hush()
    }
  }, [offerId, repeats])
}
