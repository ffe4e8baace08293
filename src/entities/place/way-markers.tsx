import { useTranslation } from 'react-i18next'
import { DropMarker, PickupMarker, StopMarker } from '@/components/map'
import type { LatLng, Place } from '@/lib/geo'
import { addressAt } from './queries'
import type { Slot, Way } from './way'

interface WayMarkersProps {
  way: Way
  /** Text beside the first and the last pin. */
  notes?: { pickup: string | null; drop: string | null }
  /** Called twice for a moved pin: at once with its old text, then with the new place's. */
  onMove: (slot: Slot, place: Place) => void
}

/** Each place of a route as a marker; a pin can be moved slightly to the right door. */
export function WayMarkers({ way: { pickup, stops, drop }, notes, onMove }: WayMarkersProps) {
  const { t } = useTranslation('booking')
  const props = (slot: Slot, place: Place, name: string) => ({
    lat: place.lat,
    lng: place.lng,
    label: t('move_pin', { place: name, address: place.add }),
    onMove: async (at: LatLng) => {
      onMove(slot, { ...at, add: place.add })
      onMove(slot, await addressAt(at))
    }
  })
  return (
    <>
      {pickup && <PickupMarker {...props('pickup', pickup, t('common:map.pickup'))} note={notes?.pickup ?? null} />}
      {stops.map(
        (stop, index) =>
          stop && (
            <StopMarker
              // biome-ignore lint/suspicious/noArrayIndexKey: a stop is its place in the row
              key={index}
              index={index + 1}
              {...props({ stop: index }, stop, t('stop', { index: index + 1 }))}
            />
          )
      )}
      {drop && <DropMarker {...props('drop', drop, t('common:map.drop'))} note={notes?.drop ?? null} />}
    </>
  )
}
