import { useTranslation } from 'react-i18next'
import { CarMarker } from '@/components/map'
import type { NearbyCar } from './model'

/** Draws free cars on the map, without saying who drives them. */
export function NearbyCars({ cars }: { cars: readonly NearbyCar[] }) {
  const { t } = useTranslation()
  return cars.map(({ lat, lng, heading }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: cars have no id
    <CarMarker key={index} lat={lat} lng={lng} heading={heading} label={t('map.car')} />
  ))
}
