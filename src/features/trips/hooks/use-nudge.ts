import { useEffect } from 'react'
import { nudgeDispatch } from '@/entities/booking'

/** A moment after the offers have run out, so that the server agrees that they have. */
const GRACE_MS = 1000

/** Lets dispatch move on each time a round of offers has run out, while this page waits for a driver. */
export function useNudge(bookingId: string, isSearching: boolean, offerTimeoutSecs: number): void {
  useEffect(() => {
    if (!isSearching) return
    const timer = setInterval(() => void nudgeDispatch(bookingId), offerTimeoutSecs * 1000 + GRACE_MS)
    return () => clearInterval(timer)
  }, [bookingId, isSearching, offerTimeoutSecs])
}
