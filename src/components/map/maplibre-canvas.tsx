import * as maplibregl from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'
import { Protocol } from 'pmtiles'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Layer, Map as MapLibreMap, type MapRef, Marker, Source } from 'react-map-gl/maplibre'
import { useTheme } from '@/lib/theme'
import { type LineProps, type MapEngine, MapEngineContext } from './engine'
import { MapControls } from './map-controls'
import type { MapViewProps } from './map-props'
import type { Region } from './region'
import { regionStyle } from './style'
import { type CameraMap, HOME_ZOOM, useCamera } from './use-camera'

// The default worker address does not survive a production build.
maplibregl.setWorkerUrl(workerUrl)
maplibregl.addProtocol('pmtiles', new Protocol().tile)
// Labels are drawn from the page's font, which must be there before the first of them.
const fontReady = document.fonts.load('16px "Inter Variable"').catch(() => [])
await Promise.race([fontReady, new Promise((resolve) => setTimeout(resolve, 1500))])

const tilesUrl = new URL('/region/tiles.pmtiles', window.location.href).href

function Line({ id, coordinates, strokes }: LineProps) {
  const data = useMemo(
    () => ({
      type: 'Feature' as const,
      properties: {},
      geometry: { type: 'LineString' as const, coordinates: coordinates.map((c) => [...c]) }
    }),
    [coordinates]
  )
  return (
    <Source id={id} type="geojson" data={data}>
      {strokes.map(({ color, width, opacity = 1, dashed }, index) => (
        <Layer
          key={`${id}-${index.toString()}`}
          id={`${id}-${index}`}
          type="line"
          layout={{ 'line-cap': 'round', 'line-join': 'round' }}
          paint={{
            'line-color': color,
            'line-width': ['interpolate', ['linear'], ['zoom'], 10, width * 0.7, 16, width * 1.3],
            'line-opacity': opacity,
            ...(dashed ? { 'line-dasharray': [1.6, 1.6] } : {})
          }}
        />
      ))}
    </Source>
  )
}

interface CanvasProps extends Omit<MapViewProps, 'className' | 'list'> {
  region: Region
  onFailure: () => void
}

export default function MapLibreCanvas(props: CanvasProps) {
  const { region, fit, fitKey, padding, onPress, pageScrolls = false, controls = false, onFailure } = props
  const { t } = useTranslation()
  const { resolved: theme } = useTheme()
  const map = useRef<MapRef>(null)
  const [ready, setReady] = useState(false)
  const mapStyle = useMemo(() => regionStyle(theme, tilesUrl), [theme])
  const { nudge } = useCamera({
    map: map as unknown as React.RefObject<CameraMap | null>,
    ready,
    home: region.center,
    fit,
    fitKey,
    padding
  })
  const engine = useMemo<MapEngine>(() => ({ Marker, Line, nudge, theme }), [nudge, theme])
  const [west, south, east, north] = region.bbox

  return (
    <MapEngineContext value={engine}>
      <MapLibreMap
        ref={map}
        mapLib={maplibregl}
        mapStyle={mapStyle}
        initialViewState={{ longitude: region.center[0], latitude: region.center[1], zoom: HOME_ZOOM }}
        maxBounds={[west - 0.6, south - 0.4, east + 0.6, north + 0.4]}
        minZoom={8}
        maxZoom={18}
        attributionControl={false}
        cooperativeGestures={pageScrolls}
        dragRotate={false}
        pitchWithRotate={false}
        locale={{ 'Map.Title': t('map.canvas') }}
        style={{ position: 'absolute', inset: 0 }}
        onLoad={() => setReady(true)}
        onError={(event) => {
          // A style or label fault is ours to see; only streets that cannot be had end the map.
          console.warn(event.error)
          if (!ready && 'sourceId' in event) onFailure()
        }}
        {...(onPress
          ? { onClick: ({ lngLat }) => onPress({ lat: lngLat.lat, lng: lngLat.lng }), cursor: 'crosshair' }
          : {})}
      >
        {ready && props.children}
      </MapLibreMap>
      <MapControls
        map={map as unknown as React.RefObject<CameraMap | null>}
        buttons={controls}
        bottom={padding?.bottom ?? 0}
        attribution
      />
    </MapEngineContext>
  )
}
