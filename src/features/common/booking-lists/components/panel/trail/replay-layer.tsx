import { useTranslation } from 'react-i18next'
import { CarMarker, RouteLine } from '@/components/map'
import type { Replay } from './replay'

/**
 * Draws the replay on the map: the driven route, the quoted route, and the car at the replayed moment. It must be inside a
 * MapView.
 */
export function ReplayLayer({ replay }: { replay: Replay }) {
  const { t } = useTranslation('panel')
  const { driven, quoted, car } = replay
  return (
    <>
      <RouteLine id="replay-quoted" polyline={quoted} quiet />
      <RouteLine id="replay-driven" polyline={driven} />
      {car && (
        <CarMarker
          lat={car.lat}
          lng={car.lng}
          heading={car.heading}
          label={t('trail.car')}
          tone={car.isGap ? 'info' : 'accent'}
        />
      )}
    </>
  )
}
