import { useEffect } from 'react'
import { nudgeDispatch } from '@/entities/booking'

/** How long to wait after offers have expired (ms), so that they have expired by the server's clock, too. */
const GRACE_MS = 1000

/** Asks dispatch to continue each time a round of offers has expired, while this page waits for a driver. */
export function useNudge(bookingId: string, isSearching: boolean, offerTimeoutSecs: number): void {
  useEffect(() => {
    if (!isSearching) return
    const timer = setInterval(() => void nudgeDispatch(bookingId), offerTimeoutSecs * 1000 + GRACE_MS)
    return () => clearInterval(timer)
  }, [bookingId, isSearching, offerTimeoutSecs])
}
