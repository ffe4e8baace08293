import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CarMarker, DropMarker, type MapPadding, MapView, PickupMarker, RouteLine, StopMarker } from '@/components/map'
import { type Booking, knownDrop, useStops } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import type { LatLng } from '@/lib/geo/geo'
import type { Trip } from '../hooks/use-trip'
import { guidanceOn } from './guide/guidance'

interface TripMapProps {
  booking: Booking
  trip: Trip
  padding: MapPadding
  controls: boolean
}

/**
 * The next turn is shown in detail if it is at most this far ahead (m). If it is farther away, the whole route is more useful.
 */
const TURN_METRES = 1500
/** The map zooms in towards a turn each time the car has come this much closer (m). */
const CLOSER_METRES = 300

/** Returns the points that must be in view: the car and its destination, or the whole route if no car is on its way. */
function framed(booking: Booking, heading: Trip['view']['heading'], car: LatLng | null): LatLng[] {
  const pickup = { lat: booking.pickup_lat, lng: booking.pickup_lng }
  const drop = knownDrop(booking)
  // At the pickup, the map shows rider and driver where the other one is.
  if (booking.status === 'ARRIVED' && car) return [car, pickup]
  if (heading === 'pickup' && car) return [car, pickup]
  if (heading === 'drop' && car) return drop ? [car, drop] : [car]
  return drop ? [pickup, drop] : [pickup]
}

/** The map of a trip: pickup and drop-off, the route, and the car. */
export function TripMap({ booking, trip, padding, controls }: TripMapProps) {
  const { position, booked, driven, approach, progress } = trip
  const heading = trip.isLive ? trip.view.heading : null
  const stops = useStops(booking)
  const { t } = useTranslation('trips')
  const { distance } = useFormat()
  const list = useMemo(
    () => [
      { label: t('ride:route.pickup'), text: booking.pickup_address },
      ...stops.map(({ position: place, address }) => ({ label: t('ride:route.stop', { place }), text: address })),
      ...(booking.drop_address ? [{ label: t('ride:route.drop'), text: booking.drop_address }] : []),
      ...(progress
        ? [{ label: t('ride:map.car'), text: t('progress.left', { distance: distance(progress.remainingKm) }) }]
        : [])
    ],
    [t, distance, booking.pickup_address, booking.drop_address, progress, stops]
  )
  const drop = knownDrop(booking)
  const guidance = trip.leg && progress && heading ? guidanceOn(trip.leg, progress) : null
  const turn = guidance && guidance.metres < TURN_METRES ? guidance : null
  // For a driver, the map zooms in as far as the car and the next turn allow.
  const fit = turn && position ? [position, turn.step] : framed(booking, heading, position)
  // The map's view is refitted when this key changes, unless a person has moved the map. The key changes after each tenth of
  // the route, or as a turn comes closer. Refitting for each position would keep the map moving all the time.
  const tenth = progress ? Math.floor(progress.share * 10) : -1
  // A car without a known destination is followed as it moves.
  const place = position && !drop ? `${position.lat.toFixed(3)} ${position.lng.toFixed(3)}` : null
  const followKey = place ?? (turn ? `${turn.index}:${Math.floor(turn.metres / CLOSER_METRES)}` : tenth.toString())
  return (
    <MapView
      label={t('ride:map.label')}
      list={list}
      fit={fit}
      fitKey={position ? booking.status : 'whole'}
      followKey={followKey}
      padding={padding}
      controls={controls}
    >
      {booked && (
        <RouteLine id="trip" polyline={booked} quiet={driven !== null} at={heading === 'drop' ? position : null} />
      )}
      {driven && <RouteLine id="driven" polyline={driven} />}
      {approach && <RouteLine id="approach" polyline={approach} at={position} quiet />}
      <PickupMarker lat={booking.pickup_lat} lng={booking.pickup_lng} label={t('ride:route.pickup')} />
      {stops.map((stop) => (
        <StopMarker
          key={stop.position}
          lat={stop.lat}
          lng={stop.lng}
          index={stop.position}
          label={t('ride:route.stop', { place: stop.position })}
        />
      ))}
      {drop && <DropMarker {...drop} label={t('ride:route.drop')} />}
      {position && (
        <CarMarker
          lat={position.lat}
          lng={position.lng}
          heading={position.heading}
          label={t(trip.isOutdated ? 'ride:map.car_seen' : 'ride:map.car')}
          isOld={trip.isOutdated}
        />
      )}
    </MapView>
  )
}
