import { useTranslation } from 'react-i18next'
import { CarMarker, DropMarker, type MapPadding, MapView, PickupMarker } from '@/components/map'
import type { Fix, Offer } from '../model'

interface DriveMapProps {
  fix: Fix | null
  offer: Offer | null
  padding: MapPadding
  controls: boolean
}

/** Where the driver is, and where an offer would take them. */
export function DriveMap({ fix, offer, padding, controls }: DriveMapProps) {
  const { t } = useTranslation('driver')
  const pickup = offer && { lat: offer.pickup_lat, lng: offer.pickup_lng }
  const drop = offer && { lat: offer.drop_lat, lng: offer.drop_lng }
  const fit = [...(fix ? [fix] : []), ...(pickup && drop ? [pickup, drop] : [])]
  const list = [
    ...(fix ? [{ label: t('map.you'), text: '' }] : []),
    ...(offer
      ? [
          { label: t('offer.pickup'), text: offer.pickup_address },
          { label: t('offer.drop'), text: offer.drop_address }
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
      {pickup && <PickupMarker {...pickup} label={t('offer.pickup')} />}
      {drop && <DropMarker {...drop} label={t('offer.drop')} />}
      {fix && <CarMarker lat={fix.lat} lng={fix.lng} heading={fix.heading} label={t('map.you')} />}
    </MapView>
  )
}
