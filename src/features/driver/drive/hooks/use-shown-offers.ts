import { useEffect } from 'react'
import { takeShownOffers } from '@/lib/page/push-device'

/** Closes notifications of offers while the page is visible, because the page shows the offers itself. */
export function useShownOffers(): void {
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void takeShownOffers().catch(() => {})
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}
