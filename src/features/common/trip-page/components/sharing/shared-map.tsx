import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type MapPadding, MapView } from '@/components/map'
import type { SharedTrip } from '@/entities/booking'

const loadLayers = () => import('./shared-layers')
const SharedLayers = lazy(async () => ({ default: (await loadLayers()).SharedLayers }))

interface SharedMapProps {
  trip: SharedTrip
  padding: MapPadding
  controls: boolean
}

/** The map of a shared trip: pickup and drop-off, the route, and the car. */
export function SharedMap({ trip, padding, controls }: SharedMapProps) {
  const { t } = useTranslation('ride')
  const { pickup, drop, position, status } = trip
  // Loads the layers in parallel with the map library, not after it.
  useEffect(() => void loadLayers(), [])
  const list = useMemo(
    () => [
      { label: t('route.pickup'), text: pickup.add },
      { label: t('route.drop'), text: drop.add }
    ],
    [t, pickup.add, drop.add]
  )
  const fit = position ? [position, status === 'STARTED' ? drop : pickup] : [pickup, drop]
  return (
    <MapView
      label={t('map.label')}
      list={list}
      fit={fit}
      fitKey={position ? status : 'whole'}
      // This key changes about once per kilometre, so that the map does not move with each position of the car.
      followKey={position ? `${position.lat.toFixed(2)} ${position.lng.toFixed(2)}` : undefined}
      padding={padding}
      controls={controls}
    >
      <Suspense>
        <SharedLayers trip={trip} />
      </Suspense>
    </MapView>
  )
}
