import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CarMarker, DropMarker, MapView, PickupMarker, RouteLine, StopMarker } from '@/components/map'
import { type Booking, dropOf, isOnTheRoad, isOutdated, useLivePosition, useStops, useTrail } from '@/entities/booking'
import type { LatLng } from '@/lib/geo/geo'
import { useNow } from '@/lib/time/use-now'
import type { Replay } from './trail/replay'
import { ReplayLayer } from './trail/replay-layer'

interface BookingMapProps {
  booking: Booking
  replay: Replay | null
  className?: string
}

/** One booking on the map: its route, and its car now or at the replayed moment. */
export function BookingMap({ booking, replay, className }: BookingMapProps) {
  const { t } = useTranslation(['panel', 'trips'])
  const stops = useStops(booking)
  const car = useCar(booking)
  const isOld = isOutdated(car, useNow(5000))
  const { data: trail } = useTrail(booking.reached_at === null ? null : booking.id)
  const list = useMemo(
    () => [
      { label: t('ride:route.pickup'), text: booking.pickup_address },
      ...stops.map(({ position: place, address }) => ({ label: t('ride:route.stop', { place }), text: address })),
      ...(booking.drop_address ? [{ label: t('ride:route.drop'), text: booking.drop_address }] : [])
    ],
    [t, booking.pickup_address, booking.drop_address, stops]
  )
  const pickup = { lat: booking.pickup_lat, lng: booking.pickup_lng }
  const drop = dropOf(booking)
  const fit: LatLng[] = [pickup, drop, ...(car && booking.status === 'ACCEPTED' ? [car] : [])]
  return (
    <MapView
      label={t('map')}
      list={list}
      fit={fit}
      fitKey={`${booking.id} ${booking.status} ${car !== null}`}
      padding={{ top: 48, right: 48, bottom: 48, left: 48 }}
      controls
      {...(className ? { className } : {})}
    >
      {replay ? (
        <ReplayLayer replay={replay} />
      ) : (
        <>
          <RouteLine id="booked" polyline={booking.polyline} quiet={!!trail?.polyline} />
          {trail?.polyline && <RouteLine id="driven" polyline={trail.polyline} />}
          {car && (
            <CarMarker
              lat={car.lat}
              lng={car.lng}
              heading={car.heading}
              label={t(isOld ? 'ride:map.car_seen' : 'ride:map.car')}
              isOld={isOld}
            />
          )}
        </>
      )}
      <PickupMarker {...pickup} label={t('ride:route.pickup')} />
      {stops.map(({ position: place, lat, lng }) => (
        <StopMarker key={place} lat={lat} lng={lng} index={place} label={t('ride:route.stop', { place })} />
      ))}
      <DropMarker {...drop} label={t('ride:route.drop')} />
    </MapView>
  )
}

/** Returns the live position of the trip's car. */
function useCar({ id, status, engaged_at, driver_id, accepted_at }: Booking) {
  return useLivePosition(
    isOnTheRoad(status) && engaged_at !== null && driver_id
      ? { bookingId: id, driverId: driver_id, acceptedAt: accepted_at }
      : null
  ).position
}
