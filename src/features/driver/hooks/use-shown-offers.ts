import { useEffect } from 'react'
import { takeShownOffers } from '@/lib/push-device'

/** A visible page shows its offers itself, so their notifications are closed. */
export function useShownOffers(): void {
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void takeShownOffers().catch(() => {})
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}
