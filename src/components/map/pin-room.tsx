import type { FeatureCollection } from 'geojson'
import { useEffect, useId, useMemo } from 'react'
import type { LatLng } from '@/lib/geo'
import { type EngineMap, type ShapeLayer, useMapEngine } from './engine'

const IMAGE = 'pin-room'
/** A pin and a little air around it, pixels. */
const SIZE = 34

/**
 * The room that a pin takes. A pin lies over the map, which knows nothing of it and would write the town's name beneath;
 * this symbol cannot be seen, but names keep clear of it.
 */
export function PinRoom({ lat, lng }: LatLng) {
  const { Shapes, map } = useMapEngine()
  const id = useId()
  useRoomImage(map)
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

/** A new style comes without the image. */
function useRoomImage(map: EngineMap): void {
  useEffect(() => {
    const add = () => {
      if (!map.hasImage(IMAGE)) map.addImage(IMAGE, new ImageData(SIZE, SIZE), { pixelRatio: 1 })
    }
    add()
    map.on('styledata', add)
    map.on('styleimagemissing', add)
    return () => {
      map.off('styledata', add)
      map.off('styleimagemissing', add)
    }
  }, [map])
}
