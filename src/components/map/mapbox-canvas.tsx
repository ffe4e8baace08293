import mapboxgl from 'mapbox-gl'
import './mapbox.css'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Layer, type LayerProps, Map as MapboxMap, Marker, Source } from 'react-map-gl/mapbox'
import { env } from '@/config/env'
import { CanvasFrame, useCanvas, useFirstNames } from './canvas-frame'
import { type ShapesProps, useMapEngine } from './engine'
import { clusterOptions, layersOf } from './layers'
import { type CanvasProps, noPadding } from './map-props'
import { pressProps } from './press'

const styles = { light: 'mapbox://styles/mapbox/light-v11', dark: 'mapbox://styles/mapbox/dark-v11' }
/**
 * Time limit for Mapbox's first picture (ms). A refused token leaves the canvas blank without an error; after this time the map
 * of the built-in library (MapLibre) is shown instead.
 */
const PATIENCE_MS = 10_000

function Shapes({ id, data, layers, underNames, cluster }: ShapesProps) {
  const names = useFirstNames(useMapEngine().map)
  return (
    <Source id={id} type="geojson" data={data} {...clusterOptions(cluster)}>
      {layersOf(layers, underNames ? names : undefined).map((layer) => (
        <Layer key={layer.id} {...(layer as LayerProps)} />
      ))}
    </Source>
  )
}

const library = { Marker, Shapes, font: ['DIN Pro Medium', 'Arial Unicode MS Regular'], patience: PATIENCE_MS }

/** The map drawn by Mapbox instead of MapLibre; downloaded only if the operator has set a token. */
export default function MapboxCanvas(props: CanvasProps) {
  const { onPress, pageScrolls = false, padding = noPadding, onFailure } = props
  const { t } = useTranslation()
  const { theme, fadeDuration, engine, first, onLoad, onError, frame } = useCanvas(props, library)
  const [map, setMap] = useState<mapboxgl.Map | null>(null)
  // `pageScrolls` is the only option that differs between pages that share a map, so it is changed on the existing map. The
  // library's handlers read the option when they are enabled, so they are disabled and enabled again.
  useEffect(() => {
    if (!map || map.getCooperativeGestures() === pageScrolls) return
    for (const handler of [map.scrollZoom, map.dragPan]) handler.disable()
    map.setCooperativeGestures(pageScrolls)
    for (const handler of [map.scrollZoom, map.dragPan]) handler.enable()
  }, [map, pageScrolls])
  return (
    <CanvasFrame engine={engine} frame={frame} props={props} attribution={false}>
      {(content) => (
        <MapboxMap
          mapLib={mapboxgl}
          mapboxAccessToken={env.mapboxToken ?? ''}
          mapStyle={styles[theme]}
          initialViewState={first}
          minZoom={3}
          maxZoom={18}
          cooperativeGestures={pageScrolls}
          dragRotate={false}
          fadeDuration={fadeDuration}
          locale={{ 'Map.Title': t('map.canvas') }}
          // Mapbox shows its own attribution and logo. `--map-bottom` moves them above the sheet that covers the bottom of the
          // map.
          style={{ position: 'absolute', inset: 0, '--map-bottom': `${padding.bottom}px` } as React.CSSProperties}
          onLoad={({ target }) => {
            if (!target.isStyleLoaded()) return onFailure('tiles')
            target.keyboard.disableRotation()
            target.touchZoomRotate.disableRotation()
            setMap(target)
            onLoad(target)
          }}
          onError={(event) => (engine ? onError({ ...event, error: undefined }) : onFailure('tiles'))}
          {...(onPress ? pressProps(onPress) : {})}
        >
          {content}
        </MapboxMap>
      )}
    </CanvasFrame>
  )
}
