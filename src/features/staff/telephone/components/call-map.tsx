import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MapView, RouteLine } from '@/components/map'
import { NearbyCars } from '@/entities/car'
import { pointsOf, WayMarkers, withPlace } from '@/entities/place'
import { type LatLng, latLngText, pointsOfPolyline } from '@/lib/geo/geo'
import { CallScope, useCall, useCallScope } from '../hooks/use-call'

/** A small map of a call: the route, and the free cars near the pickup. */
export function CallMap() {
  const { t } = useTranslation('telephone')
  const parts = useCallScope()
  const { call } = parts.entered
  const { nearby } = parts.cars
  const { quote } = parts.fare
  const polyline = quote?.polylinePoints ?? ''
  const { pickup, drop, stops } = call
  const fit = useMemo<LatLng[]>(
    () => [...pointsOf({ pickup, drop, stops }), ...(polyline ? pointsOfPolyline(polyline) : [])],
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
      <NearbyCars cars={nearby} />
      {polyline && <RouteLine polyline={polyline} />}
      {/* The map is rendered elsewhere in the tree (see MapStage), so its children need the call's context again. */}
      <CallScope parts={parts}>
        <Markers />
      </CallScope>
    </MapView>
  )
}

function Markers() {
  const { call, change } = useCall()
  return <WayMarkers way={call} onMove={(slot, place) => change((now) => withPlace(now, slot, place))} />
}
