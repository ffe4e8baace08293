import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AreaCircles, CarMarker, DropMarker, type MapPadding, MapView, PickupMarker } from '@/components/map'
import type { LatLng } from '@/lib/geo/geo'
import { areaMetres } from '@/types/rules'
import type { Fix, Offer } from '../model/state'
import { useDemandShown } from './demand/use-demand'

const DemandLayer = lazy(() => import('./demand/demand-layer').then((part) => ({ default: part.DemandLayer })))

interface DriveMapProps {
  fix: Fix | null
  offer: Offer | null
  /** True while the driver is on duty without a trip or an offer, and may look for where rides are wanted. */
  isWaiting: boolean
  padding: MapPadding
  controls: boolean
}

const areasOf = (offer: Offer): LatLng[] => [
  { lat: offer.pickup_area_lat, lng: offer.pickup_area_lng },
  { lat: offer.drop_area_lat, lng: offer.drop_area_lng }
]

/** The driver's map: the car's position, and the approximate pickup and drop-off of an offered trip. */
export function DriveMap({ fix, offer, isWaiting, padding, controls }: DriveMapProps) {
  const { t } = useTranslation('driver')
  const isShown = useDemandShown()
  const areas = useMemo(() => (offer ? areasOf(offer) : []), [offer])
  const [pickup, drop] = areas
  const fit = [...(fix ? [fix] : []), ...areas]
  const list = [
    ...(fix ? [{ text: t('map.you') }] : []),
    ...(offer
      ? [
          { label: t('offer.pickup'), text: t('offer.area') },
          { label: t('offer.drop'), text: t('offer.area') }
        ]
      : [])
  ]
  return (
    <MapView
      label={t('map.label')}
      list={list}
      {...(fit.length > 0 ? { fit } : {})}
      fitKey={`${offer?.id ?? 'idle'}:${fix ? 'here' : 'nowhere'}`}
      padding={padding}
      controls={controls}
    >
      {isWaiting && isShown && fix && (
        <Suspense>
          <DemandLayer at={fix} />
        </Suspense>
      )}
      {areas.length > 0 && <AreaCircles middles={areas} metres={areaMetres} />}
      {pickup && <PickupMarker {...pickup} label={t('offer.pickup')} />}
      {drop && <DropMarker {...drop} label={t('offer.drop')} />}
      {fix && <CarMarker lat={fix.lat} lng={fix.lng} heading={fix.heading} label={t('map.you')} />}
    </MapView>
  )
}
