import { useEffect } from 'react'
import { nudgeDispatch } from '@/entities/booking'

/**
 * How long to wait after offers have expired by this device's clock (ms), so that they have also expired by the server's clock.
 */
const GRACE_MS = 1000

/** While this page waits for a driver, asks dispatch to continue each time a round of offers has expired. */
export function useNudge(bookingId: string, isSearching: boolean, offerTimeoutSecs: number): void {
  useEffect(() => {
    if (!isSearching) return
    const timer = setInterval(() => void nudgeDispatch(bookingId), offerTimeoutSecs * 1000 + GRACE_MS)
    return () => clearInterval(timer)
  }, [bookingId, isSearching, offerTimeoutSecs])
}
