import type { FeatureCollection } from 'geojson'
import { useEffect, useMemo } from 'react'
import type { LatLng } from '@/lib/geo/geo'
import { type EngineEvent, type MapEngine, type ShapeLayer, useMapEngine } from './engine'
import { palettes } from './palette'

/** One of many places on the map. */
export interface MapPin extends LatLng {
  id: string
  tone: 'plain' | 'urgent'
}

interface PinLayerProps {
  pins: readonly MapPin[]
  /** The id of the highlighted place; null if none is highlighted. */
  lit: string | null
  onPoint: (id: string | null) => void
  onChoose: (id: string) => void
}

const PINS = 'pins'

/** Shows any number of places as rings in one map layer. Keyboard users select a place in the list beside the map. */
export function PinLayer({ pins, lit, onPoint, onChoose }: PinLayerProps) {
  const { Shapes, map, theme } = useMapEngine()
  const data = useMemo<FeatureCollection>(
    () => ({
      type: 'FeatureCollection',
      features: pins.map(({ id, lat, lng, tone }) => ({
        type: 'Feature',
        properties: { id, tone },
        geometry: { type: 'Point', coordinates: [lng, lat] }
      }))
    }),
    [pins]
  )
  const layers = useMemo(() => layersOf(theme, lit), [theme, lit])
  useEffect(() => {
    let pointed: string | null = null
    const pinAt = ({ point }: EngineEvent) => {
      const found = point && map.getLayer(PINS) ? map.queryRenderedFeatures(point, { layers: [PINS] })[0] : undefined
      const id = found?.properties?.id
      return typeof id === 'string' ? id : null
    }
    const onClick = (event: EngineEvent) => {
      const id = pinAt(event)
      if (id) onChoose(id)
    }
    const onMove = (event: EngineEvent) => {
      const id = pinAt(event)
      if (id === pointed) return
      pointed = id
      onPoint(id)
    }
    map.on('click', onClick)
    map.on('mousemove', onMove)
    return () => {
      map.off('click', onClick)
      map.off('mousemove', onMove)
    }
  }, [map, onPoint, onChoose])
  return <Shapes id={PINS} data={data} layers={layers} />
}

function layersOf(theme: MapEngine['theme'], lit: string | null): ShapeLayer[] {
  const { label, halo, bad } = palettes[theme]
  const isLit = ['==', ['get', 'id'], lit ?? '']
  const color = ['match', ['get', 'tone'], 'urgent', bad, label]
  return [
    {
      id: PINS,
      type: 'circle',
      paint: {
        'circle-radius': ['case', isLit, 9, 6],
        'circle-color': halo,
        'circle-stroke-color': color,
        'circle-stroke-width': ['case', isLit, 5, 3]
      }
    }
  ]
}
