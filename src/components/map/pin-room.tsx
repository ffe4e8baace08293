import type { FeatureCollection } from 'geojson'
import { useId, useMemo } from 'react'
import type { LatLng } from '@/lib/geo/geo'
import { type EngineMap, type ShapeLayer, useMapEngine } from './engine'
import { useStyleImages } from './use-style-images'

const IMAGE = 'pin-room'
/** Size of the space reserved for a pin (px): the pin and a little margin. */
const SIZE = 34

/**
 * Keeps the space of a pin free of labels. Pins are drawn over the map, so the map library does not know them and could write a
 * town's name below a pin. The library makes labels avoid this invisible symbol.
 */
export function PinRoom({ lat, lng }: LatLng) {
  const { Shapes, map } = useMapEngine()
  const id = useId()
  useStyleImages(map, addRoomImage)
  const data = useMemo(
    (): FeatureCollection => ({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [lng, lat] } }]
    }),
    [lat, lng]
  )
  const layers = useMemo(
    (): ShapeLayer[] => [{ id, type: 'symbol', layout: { 'icon-image': IMAGE, 'icon-allow-overlap': true } }],
    [id]
  )
  return <Shapes id={id} data={data} layers={layers} />
}

function addRoomImage(map: EngineMap): void {
  if (!map.hasImage(IMAGE)) map.addImage(IMAGE, new ImageData(SIZE, SIZE), { pixelRatio: 1 })
}
