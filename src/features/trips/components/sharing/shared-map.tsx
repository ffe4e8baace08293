import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CarMarker, DropMarker, type MapPadding, MapView, PickupMarker, RouteLine } from '@/components/map'
import type { SharedTrip } from '@/entities/booking'

interface SharedMapProps {
  trip: SharedTrip
  padding: MapPadding
  controls: boolean
}

/** A shared trip on the map: both ends, the way, and the car where it is. */
export function SharedMap({ trip, padding, controls }: SharedMapProps) {
  const { t } = useTranslation('trips')
  const { pickup, drop, polyline, position, status } = trip
  const list = useMemo(
    () => [
      { label: t('route.pickup'), text: pickup.add },
      { label: t('route.drop'), text: drop.add }
    ],
    [t, pickup.add, drop.add]
  )
  const isUnderWay = status === 'STARTED'
  const fit = position ? [position, isUnderWay ? drop : pickup] : [pickup, drop]
  return (
    <MapView
      label={t('map.label')}
      list={list}
      fit={fit}
      fitKey={position ? status : 'whole'}
      // About a kilometre: the map rests between two fixes.
      followKey={position ? `${position.lat.toFixed(2)} ${position.lng.toFixed(2)}` : undefined}
      padding={padding}
      controls={controls}
    >
      {polyline && <RouteLine id="trip" polyline={polyline} at={isUnderWay ? position : null} />}
      <PickupMarker lat={pickup.lat} lng={pickup.lng} label={t('route.pickup')} />
      <DropMarker lat={drop.lat} lng={drop.lng} label={t('route.drop')} />
      {position && <CarMarker {...position} label={t('map.car')} />}
    </MapView>
  )
}
