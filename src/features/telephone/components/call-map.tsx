import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CarMarker, DropMarker, MapView, PickupMarker, RouteLine, StopMarker } from '@/components/map'
import { reverse } from '@/entities/place'
import { type LatLng, latLngText, type Place, pointsOfPolyline } from '@/lib/geo'
import { CallScope, useCall } from '../hooks/use-call'
import { type Slot, withPlace } from '../model'

/** The route and the free cars around its beginning, small. */
export function CallMap() {
  const { t } = useTranslation('telephone')
  const parts = useCall()
  const { call, quote, nearby } = parts
  const polyline = quote?.polylinePoints ?? ''
  const { pickup, drop, stops } = call
  const fit = useMemo<LatLng[]>(
    () => [pickup, ...stops, drop].filter((one) => one !== null).concat(polyline ? route(polyline) : []),
    [pickup, stops, drop, polyline]
  )
  return (
    <MapView
      label={t('map')}
      listElsewhere={t('map_list')}
      className="h-full"
      padding={{ top: 24, right: 32, bottom: 24, left: 32 }}
      fit={fit}
      fitKey={fit.map(latLngText).join(' ')}
      nearest={15}
      pageScrolls
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
      {polyline && <RouteLine polyline={polyline} />}
      {/* The map is drawn elsewhere in the tree (see MapStage). */}
      <CallScope parts={parts}>
        <Markers />
      </CallScope>
    </MapView>
  )
}

const route = (polyline: string): Place[] => pointsOfPolyline(polyline).map((point) => ({ ...point, add: '' }))

/** Each place where it is; a marker can be moved a little to the right door. */
function Markers() {
  const { t } = useTranslation('telephone')
  const { call, change } = useCall()
  const props = (slot: Slot, place: Place, name: string) => ({
    lat: place.lat,
    lng: place.lng,
    label: t('booking:move_pin', { place: name, address: place.add }),
    onMove: async (at: LatLng) => {
      change((now) => withPlace(now, slot, { ...at, add: place.add }))
      const named = await reverse(at).catch(() => ({ ...at, add: latLngText(at) }))
      change((now) => withPlace(now, slot, named))
    }
  })
  return (
    <>
      {call.pickup && <PickupMarker {...props('pickup', call.pickup, t('common:map.pickup'))} />}
      {call.stops.map(
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
      {call.drop && <DropMarker {...props('drop', call.drop, t('common:map.drop'))} />}
    </>
  )
}
