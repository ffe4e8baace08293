import { useTranslation } from 'react-i18next'
import { CarMarker } from '@/components/map'
import type { NearbyCar } from './model'

/** Free cars on the map, without their drivers; the nearest one is first in the list. */
export function NearbyCars({ cars }: { cars: readonly NearbyCar[] }) {
  const { t } = useTranslation()
  return cars.map(({ lat, lng, heading }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a car is its place in the list
    <CarMarker key={index} lat={lat} lng={lng} heading={heading} label={t('map.car')} />
  ))
}
