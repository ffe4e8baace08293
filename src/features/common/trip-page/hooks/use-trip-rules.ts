import { useSettings } from '@/entities/settings'
import type { TripPageSettings } from '../model/trip-view'

/**
 * Returns the operator's settings that the trip page needs. Until they have loaded, it returns the defaults of the
 * specification.
 */
export function useTripRules(): TripPageSettings & { offerTimeoutSecs: number } {
  const { settings } = useSettings()
  return {
    offerTimeoutSecs: settings?.offer_timeout ?? 20,
    panic: settings?.panic ?? '',
    showLiveRoute: settings?.show_live_route ?? true
  }
}
