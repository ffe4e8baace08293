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
import { useFormat } from '@/entities/settings'
import { type LatLng, latLngText, type Place, pointsOfPolyline } from '@/lib/geo'
import { BookingScope, useBookingScreen } from '../hooks/use-booking-screen'
import { addressAt } from '../hooks/use-pin'
import { pointsOf, type Slot } from '../model'
import type { Pin } from '../state'

interface BookingMapProps {
  padding: MapPadding
  desktop: boolean
}

/** Cars nearby, the places of the draft, and the route of the chosen car. */
export function BookingMap({ padding, desktop }: BookingMapProps) {
  const { t } = useTranslation('booking')
  const screen = useBookingScreen()
  const { state, dispatch, quote, nearby } = screen
  const { draft, pin } = state
  const polyline = quote?.polylinePoints ?? ''
  const fit = useMemo<LatLng[]>(() => {
    const route = polyline ? pointsOfPolyline(polyline) : []
    return [...pointsOf(draft), ...route]
  }, [draft, polyline])
  const picked = pin ? JSON.stringify(pin.slot) : null

  return (
    <MapView
      label={t('map')}
      list={useMapList()}
      className="h-svh"
      padding={padding}
      underSheet={!desktop}
      fit={pin ? [pin.at] : fit}
      fitKey={picked ?? fit.map(latLngText).join(' ')}
      pageScrolls={desktop}
      controls={desktop}
      onPress={pin ? (at) => dispatch({ do: 'set_pin', slot: pin.slot, at }) : undefined}
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
      {polyline && !pin && <RouteLine polyline={polyline} />}
      {/* The map is drawn elsewhere in the tree (see MapStage). */}
      <BookingScope screen={screen}>{pin ? <PinMarker pin={pin} /> : <DraftMarkers />}</BookingScope>
    </MapView>
  )
}

function PinMarker({ pin: { slot, at, place } }: { pin: Pin }) {
  const { t } = useTranslation('booking')
  const { dispatch } = useBookingScreen()
  const name = t(typeof slot === 'string' ? `common:map.${slot}` : 'common:map.stop')
  const props = {
    ...at,
    label: t('move_pin', { place: name, address: place?.add ?? '' }),
    onMove: (next: LatLng) => dispatch({ do: 'set_pin', slot, at: next })
  }
  if (slot === 'pickup') return <PickupMarker {...props} />
  return slot === 'drop' ? <DropMarker {...props} /> : <StopMarker {...props} index={slot.stop + 1} />
}

/** Each place where it is; a pin can be dragged a little to the right door. */
function DraftMarkers() {
  const { t } = useTranslation('booking')
  const { state, dispatch, wait, endsAt } = useBookingScreen()
  const { duration, time } = useFormat()
  const { draft } = state
  const props = (slot: Slot, place: Place, name: string) => ({
    lat: place.lat,
    lng: place.lng,
    label: t('move_pin', { place: name, address: place.add }),
    onMove: async (at: LatLng) => {
      dispatch({ do: 'move_place', slot, place: { ...at, add: place.add } })
      dispatch({ do: 'move_place', slot, place: await addressAt(at) })
    }
  })
  return (
    <>
      {draft.pickup && (
        <PickupMarker
          {...props('pickup', draft.pickup, t('common:map.pickup'))}
          note={draft.drop && typeof wait === 'number' ? duration(wait) : null}
        />
      )}
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
      {draft.drop && (
        <DropMarker {...props('drop', draft.drop, t('common:map.drop'))} note={endsAt ? time(endsAt) : null} />
      )}
    </>
  )
}

function useMapList(): MapListItem[] {
  const { t } = useTranslation('booking')
  const { state, nearby } = useBookingScreen()
  const { draft } = state
  const item = (label: string, place: Place | null) => (place ? [{ label, text: place.add }] : [])
  return [
    ...item(t('common:map.pickup'), draft.pickup),
    ...draft.stops.flatMap((stop, index) => item(t('stop', { index: index + 1 }), stop)),
    ...item(t('common:map.drop'), draft.drop),
    ...(nearby.length > 0 ? [{ label: t('common:map.car'), text: t('cars_nearby', { count: nearby.length }) }] : [])
  ]
}
