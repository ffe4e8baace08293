import { useSettings } from '@/entities/settings'
import type { TripClockSettings, TripPageSettings } from '../trip-view'

/** What the operator decides about a trip; the specified defaults until the settings are there. */
export function useTripRules(): TripClockSettings & TripPageSettings & { offerTimeoutSecs: number } {
  const { settings } = useSettings()
  return {
    leadMinutes: settings?.lead_minutes ?? 15,
    freeWaitMinutes: settings?.free_wait ?? 5,
    offerTimeoutSecs: settings?.offer_timeout ?? 20,
    panic: settings?.panic ?? '',
    showLiveRoute: settings?.show_live_route ?? true
  }
}
