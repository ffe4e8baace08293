import { useEffect } from 'react'
import { takeShownOffers } from '@/lib/push-device'

/** A page that comes into sight shows its offers itself, so the device's notifications of them go. */
export function useShownOffers(): void {
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void takeShownOffers().catch(() => {})
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}
