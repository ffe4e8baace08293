import { useTranslation } from 'react-i18next'
import { CarMarker, DropMarker, PickupMarker, RouteLine } from '@/components/map'
import { isOutdated, type SharedTrip } from '@/entities/booking'
import { useNow } from '@/lib/time/use-now'

/** The map layers of a shared trip. They load with the map library. */
export function SharedLayers({ trip }: { trip: SharedTrip }) {
  const { t } = useTranslation('ride')
  const { pickup, drop, polyline, position, status } = trip
  const isOld = isOutdated(position, useNow(5000))
  return (
    <>
      {polyline && <RouteLine id="trip" polyline={polyline} at={status === 'STARTED' ? position : null} />}
      <PickupMarker lat={pickup.lat} lng={pickup.lng} label={t('route.pickup')} />
      <DropMarker lat={drop.lat} lng={drop.lng} label={t('route.drop')} />
      {position && <CarMarker {...position} label={t(isOld ? 'map.car_seen' : 'map.car')} isOld={isOld} />}
    </>
  )
}
