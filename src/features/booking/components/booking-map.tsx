import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  CarMarker,
  DropMarker,
  type MapListItem,
  type MapPadding,
  MapView,
  PickupMarker,
  RouteLine,
  StopMarker
} from '@/components/map'
import { reverse } from '@/entities/place'
import { decodePolyline, type LatLng, latLngText, type Place } from '@/lib/geo'
import type { BookingFlow } from '../hooks/use-booking-flow'
import type { PinControl } from '../hooks/use-pin'
import { pointsOf, type Slot } from '../model'

interface BookingMapProps {
  flow: BookingFlow
  pin: PinControl
  padding: MapPadding
  desktop: boolean
}

/** Cars nearby, the places of the draft, and the route of the chosen car. */
export function BookingMap({ flow, pin, padding, desktop }: BookingMapProps) {
  const { t } = useTranslation('booking')
  const { draft, quote, nearby } = flow
  const polyline = quote?.polylinePoints ?? ''
  const fit = useMemo<LatLng[]>(() => {
    const route = polyline ? decodePolyline(polyline).map(([lng, lat]) => ({ lat, lng })) : []
    return [...pointsOf(draft), ...route]
  }, [draft, polyline])
  const pinAt = pin.pin?.at
  const picked = pin.pin ? JSON.stringify(pin.pin.slot) : null

  return (
    <MapView
      label={t('map')}
      list={useMapList(flow)}
      className="h-svh"
      padding={padding}
      fit={pinAt ? [pinAt] : fit}
      fitKey={picked ?? fit.map(latLngText).join(' ')}
      pageScrolls={desktop}
      controls={desktop}
      onPress={pin.pin ? pin.move : undefined}
    >
      {nearby.map((car, index) => (
        <CarMarker
          // biome-ignore lint/suspicious/noArrayIndexKey: the cars are nameless, the nearest comes first
          key={index}
          lat={car.lat}
          lng={car.lng}
          heading={car.heading}
          label={t('common:map.car')}
        />
      ))}
      {polyline && !pin.pin && <RouteLine polyline={polyline} />}
      {pin.pin ? <PinMarker pin={pin} /> : <DraftMarkers flow={flow} />}
    </MapView>
  )
}

function PinMarker({ pin }: { pin: PinControl }) {
  const { t } = useTranslation('booking')
  if (!pin.pin) return null
  const { slot, at, place } = pin.pin
  const name = t(typeof slot === 'string' ? `common:map.${slot}` : 'common:map.stop')
  const props = { ...at, label: t('move_pin', { place: name, address: place?.add ?? '' }), onMove: pin.move }
  if (slot === 'pickup') return <PickupMarker {...props} />
  return slot === 'drop' ? <DropMarker {...props} /> : <StopMarker {...props} index={slot.stop + 1} />
}

/** Each place where it is; a pin can be dragged a little to the right door. */
function DraftMarkers({ flow }: { flow: BookingFlow }) {
  const { t } = useTranslation('booking')
  const { draft, setPlace } = flow
  const props = (slot: Slot, place: Place, name: string) => ({
    lat: place.lat,
    lng: place.lng,
    label: t('move_pin', { place: name, address: place.add }),
    onMove: async (at: LatLng) => {
      setPlace(slot, { ...at, add: place.add })
      setPlace(slot, await reverse(at).catch(() => ({ ...at, add: latLngText(at) })))
    }
  })
  return (
    <>
      {draft.pickup && <PickupMarker {...props('pickup', draft.pickup, t('common:map.pickup'))} />}
      {draft.stops.map(
        (stop, index) =>
          stop && (
            <StopMarker
              // biome-ignore lint/suspicious/noArrayIndexKey: a stop is its place in the row
              key={index}
              index={index + 1}
              {...props({ stop: index }, stop, t('common:map.stop'))}
            />
          )
      )}
      {draft.drop && <DropMarker {...props('drop', draft.drop, t('common:map.drop'))} />}
    </>
  )
}

function useMapList({ draft, nearby }: BookingFlow): MapListItem[] {
  const { t } = useTranslation('booking')
  const item = (label: string, place: Place | null) => (place ? [{ label, text: place.add }] : [])
  return [
    ...item(t('common:map.pickup'), draft.pickup),
    ...draft.stops.flatMap((stop, index) => item(t('stop', { index: index + 1 }), stop)),
    ...item(t('common:map.drop'), draft.drop),
    ...(nearby.length > 0 ? [{ label: t('common:map.car'), text: t('cars_nearby', { count: nearby.length }) }] : [])
  ]
}
