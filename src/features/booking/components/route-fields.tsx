import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DropSign, PickupSign, PlaceField, StopSign } from '@/entities/place'
import type { LatLng, Place } from '@/lib/geo'
import { useBookingScreen } from '../hooks/use-booking-screen'
import { MAX_STOPS, placeAt, type Slot } from '../model'

/** Pickup, the stops between, drop. */
export function RouteFields() {
  const { t } = useTranslation('booking')
  const { state, dispatch, region, userId, center, home, problemKey } = useBookingScreen()
  const { draft } = state
  const covers = ({ lat, lng }: LatLng) => {
    if (!region) return true
    const [west, south, east, north] = region.bbox
    return lng >= west && lng <= east && lat >= south && lat <= north
  }
  const fieldOf = (slot: Slot, other: Place | null) => ({
    covers,
    userId,
    // Most rides stay in one town: places near the other end come first.
    near: other ?? center,
    value: placeAt(draft, slot),
    onFocus: () => dispatch({ do: 'set_sheet', sheet: 'full' }),
    onChange: (place: Place | null) => {
      dispatch({ do: 'set_place', slot, place })
      if (place) dispatch({ do: 'set_sheet', sheet: 'half' })
    },
    onPickOnMap: () => {
      const at = placeAt(draft, slot) ?? draft.pickup ?? draft.drop ?? home
      if (at) dispatch({ do: 'set_pin', slot, at: { lat: at.lat, lng: at.lng } })
    },
    invalid: problemKey === 'select_proper' && typeof slot === 'string' && !draft[slot]
  })
  return (
    <div className="space-y-1.5">
      <PlaceField {...fieldOf('pickup', draft.drop)} label={t('pickup')} sign={<PickupSign />} />
      {draft.stops.map((_, index) => (
        <PlaceField
          // biome-ignore lint/suspicious/noArrayIndexKey: a stop is its place in the row
          key={index}
          {...fieldOf({ stop: index }, draft.pickup ?? draft.drop)}
          label={t('stop', { index: index + 1 })}
          sign={<StopSign index={index + 1} />}
          action={
            <button
              type="button"
              aria-label={t('remove_stop', { index: index + 1 })}
              onClick={() => dispatch({ do: 'remove_stop', index })}
              className="grid size-8 place-items-center rounded-control text-muted hover:bg-line hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </button>
          }
        />
      ))}
      <PlaceField
        {...fieldOf('drop', draft.pickup)}
        label={t('drop')}
        sign={<DropSign />}
        action={
          draft.stops.length < MAX_STOPS && (
            <button
              type="button"
              aria-label={t('add_stop_label')}
              onClick={() => dispatch({ do: 'add_stop' })}
              className="h-8 rounded-control px-2 text-xs whitespace-nowrap text-muted hover:bg-line hover:text-ink"
            >
              {t('add_stop')}
            </button>
          )
        }
      />
    </div>
  )
}
