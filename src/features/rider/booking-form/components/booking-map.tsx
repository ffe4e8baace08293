import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  DropMarker,
  type MapListItem,
  type MapPadding,
  MapView,
  PickupMarker,
  RouteLine,
  StopMarker
} from '@/components/map'
import { NearbyCars } from '@/entities/car'
import { pointsOf, WayMarkers } from '@/entities/place'
import { useFormat } from '@/entities/settings'
import { type LatLng, latLngText, type Place, pointsOfPolyline } from '@/lib/geo/geo'
import {
  BookingScope,
  useBookingCars,
  useBookingDraft,
  useBookingFare,
  useBookingScreen
} from '../hooks/use-booking-screen'
import type { Pin } from '../model/state'

interface BookingMapProps {
  padding: MapPadding
  desktop: boolean
}

/** The map: nearby cars, the chosen places, and the route of the chosen car. */
export function BookingMap({ padding, desktop }: BookingMapProps) {
  const { t } = useTranslation('booking')
  const screen = useBookingScreen()
  const { state, dispatch } = screen.draft
  const { nearby } = screen.cars
  const { quote } = screen.fare
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
      <NearbyCars cars={nearby} />
      {polyline && !pin && <RouteLine polyline={polyline} />}
      {/* The map is rendered elsewhere in the tree (see MapStage), so its children need the screen's context again. */}
      <BookingScope screen={screen}>{pin ? <PinMarker pin={pin} /> : <DraftMarkers />}</BookingScope>
    </MapView>
  )
}

function PinMarker({ pin: { slot, at, place } }: { pin: Pin }) {
  const { t } = useTranslation('booking')
  const { dispatch } = useBookingDraft()
  const name = typeof slot === 'string' ? t(`common:map.${slot}`) : t('stop', { index: slot.stop + 1 })
  const props = {
    ...at,
    label: t('move_pin', { place: name, address: place?.add ?? '' }),
    onMove: (next: LatLng) => dispatch({ do: 'set_pin', slot, at: next })
  }
  if (slot === 'pickup') return <PickupMarker {...props} />
  return slot === 'drop' ? <DropMarker {...props} /> : <StopMarker {...props} index={slot.stop + 1} />
}

function DraftMarkers() {
  const { state, dispatch } = useBookingDraft()
  const { wait, endsAt } = useBookingFare()
  const { duration, time } = useFormat()
  const { draft } = state
  const notes = {
    pickup: draft.drop && typeof wait === 'number' ? duration(wait) : null,
    drop: endsAt ? time(endsAt) : null
  }
  return <WayMarkers way={draft} notes={notes} onMove={(slot, place) => dispatch({ do: 'move_place', slot, place })} />
}

function useMapList(): MapListItem[] {
  const { t } = useTranslation('booking')
  const { state } = useBookingDraft()
  const { nearby } = useBookingCars()
  const { draft } = state
  const item = (label: string, place: Place | null) => (place ? [{ label, text: place.add }] : [])
  return [
    ...item(t('common:map.pickup'), draft.pickup),
    ...draft.stops.flatMap((stop, index) => item(t('stop', { index: index + 1 }), stop)),
    ...item(t('common:map.drop'), draft.drop),
    ...(nearby.length > 0 ? [{ text: t('cars_nearby', { count: nearby.length }) }] : [])
  ]
}
