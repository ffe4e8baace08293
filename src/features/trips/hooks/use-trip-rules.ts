import { useSettings } from '@/entities/settings'
import type { TripPageSettings } from '../trip-view'

/** The operator's settings for the trip page; the specified defaults until they have loaded. */
export function useTripRules(): TripPageSettings & { offerTimeoutSecs: number } {
  const { settings } = useSettings()
  return {
    offerTimeoutSecs: settings?.offer_timeout ?? 20,
    panic: settings?.panic ?? '',
    showLiveRoute: settings?.show_live_route ?? true
  }
}
