import { useTranslation } from 'react-i18next'
import { DropMarker, PickupMarker, StopMarker } from '@/components/map'
import type { LatLng, Place } from '@/lib/geo/geo'
import { addressAt } from './reverse'
import type { Slot, Way } from './way'

interface WayMarkersProps {
  way: Way
  /** Texts beside the markers of pickup and drop-off. */
  notes?: { pickup: string | null; drop: string | null }
  /** Called twice when a marker was moved: at once, with the old address, and again with the address of the new point. */
  onMove: (slot: Slot, place: Place) => void
}

/** The places of a route as markers; each can be moved, for example to the right door. */
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
              // biome-ignore lint/suspicious/noArrayIndexKey: stops have no id
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
