import type { Feature, FeatureCollection, MultiPolygon, Polygon } from 'geojson'
import { useEffect, useMemo } from 'react'
import { areaMiddle } from '@/lib/geo/area'
import { type EngineEvent, type ShapeLayer, useMapEngine } from './engine'
import { type Palette, palettes } from './palette'

export type ZoneTone = 'info' | 'ok' | 'bad' | 'quiet'

/** An area with its name, and a caption below the name. */
export interface MapZone {
  id: string
  name: string
  note: string
  tone: ZoneTone
  area: Polygon | MultiPolygon
}

interface ZoneLayerProps {
  zones: readonly MapZone[]
  chosen?: string | null
  onChoose?: ((id: string) => void) | undefined
}

const FILL = 'zones-fill'

/** Shows areas on the map, below the labels of places. Each area has its name in its middle. */
export function ZoneLayer({ zones, chosen = null, onChoose }: ZoneLayerProps) {
  const { Shapes, map, theme, font } = useMapEngine()
  const areas = useMemo(() => collectionOf(zones, ({ area }) => area), [zones])
  const names = useMemo(
    () => collectionOf(zones, ({ area }) => ({ type: 'Point', coordinates: areaMiddle(area) })),
    [zones]
  )
  const layers = useMemo(() => areaLayers(palettes[theme], chosen), [theme, chosen])
  const nameLayers = useMemo(() => labelLayers(palettes[theme], font), [theme, font])

  useEffect(() => {
    if (!onChoose) return
    const onClick = ({ point }: EngineEvent) => {
      if (!point || !map.getLayer(FILL)) return
      const id = map.queryRenderedFeatures(point, { layers: [FILL] })[0]?.properties?.id
      if (typeof id === 'string') onChoose(id)
    }
    map.on('click', onClick)
    return () => {
      map.off('click', onClick)
    }
  }, [map, onChoose])

  return (
    <>
      <Shapes id="zones" data={areas} layers={layers} underNames />
      <Shapes id="zone-names" data={names} layers={nameLayers} />
    </>
  )
}

function collectionOf(zones: readonly MapZone[], geometry: (zone: MapZone) => Feature['geometry']): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: zones.map((zone) => ({
      type: 'Feature',
      properties: { id: zone.id, name: zone.name, note: zone.note, tone: zone.tone },
      geometry: geometry(zone)
    }))
  }
}

const toned = (c: Palette) => ['match', ['get', 'tone'], 'info', c.info, 'ok', c.ok, 'bad', c.bad, c.quiet]

function areaLayers(c: Palette, chosen: string | null): ShapeLayer[] {
  const isChosen = ['==', ['get', 'id'], chosen ?? '']
  return [
    {
      id: FILL,
      type: 'fill',
      paint: { 'fill-color': toned(c), 'fill-opacity': ['case', isChosen, 0.26, 0.13] }
    },
    {
      id: 'zones-edge',
      type: 'line',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': toned(c), 'line-width': ['case', isChosen, 3, 1.75] }
    }
  ]
}

function labelLayers(c: Palette, font: readonly string[]): ShapeLayer[] {
  return [
    {
      id: 'zone-names',
      type: 'symbol',
      layout: {
        'text-field': ['format', ['get', 'name'], {}, '\n', {}, ['get', 'note'], { 'font-scale': 0.85 }],
        'text-font': font,
        'text-size': 13,
        'text-max-width': 12,
        'text-padding': 6
      },
      paint: { 'text-color': toned(c), 'text-halo-color': c.halo, 'text-halo-width': 1.8 }
    }
  ]
}
