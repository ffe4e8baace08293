import mapboxgl from 'mapbox-gl'
import 'mapbox-gl/dist/mapbox-gl.css'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Layer, Map as MapboxMap, type MapRef, Marker, Source } from 'react-map-gl/mapbox'
import { env } from '@/config/env'
import { useTheme } from '@/lib/theme'
import { type LineProps, type MapEngine, MapEngineContext } from './engine'
import { MapControls } from './map-controls'
import type { MapViewProps } from './map-props'
import type { Region } from './region'
import { type CameraMap, HOME_ZOOM, useCamera } from './use-camera'

const styles = { light: 'mapbox://styles/mapbox/light-v11', dark: 'mapbox://styles/mapbox/dark-v11' }
/** A refused token leaves the canvas blank without an error: past this the embedded map takes over. */
const PATIENCE_MS = 10_000

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
            'line-width': width,
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

/** The same map over Mapbox; downloaded only where a token is set. */
export default function MapboxCanvas(props: CanvasProps) {
  const { region, fit, fitKey, padding, onPress, pageScrolls = false, controls = false, onFailure } = props
  const { resolved: theme } = useTheme()
  const map = useRef<MapRef>(null)
  const [ready, setReady] = useState(false)
  const handle = map as unknown as React.RefObject<CameraMap | null>
  const { nudge } = useCamera({ map: handle, ready, home: region.center, fit, fitKey, padding })
  const engine = useMemo<MapEngine>(() => ({ Marker, Line, nudge, theme }), [nudge, theme])

  const fail = useRef(onFailure)
  useEffect(() => {
    if (ready) return
    const timer = setTimeout(() => fail.current(), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [ready])

  return (
    <MapEngineContext value={engine}>
      <MapboxMap
        ref={map}
        mapLib={mapboxgl}
        mapboxAccessToken={env.mapboxToken ?? ''}
        mapStyle={styles[theme]}
        initialViewState={{ longitude: region.center[0], latitude: region.center[1], zoom: HOME_ZOOM }}
        cooperativeGestures={pageScrolls}
        dragRotate={false}
        style={{ position: 'absolute', inset: 0 }}
        onLoad={({ target }) => (target.isStyleLoaded() ? setReady(true) : onFailure())}
        onError={() => !ready && onFailure()}
        {...(onPress
          ? { onClick: ({ lngLat }) => onPress({ lat: lngLat.lat, lng: lngLat.lng }), cursor: 'crosshair' }
          : {})}
      >
        {ready && props.children}
      </MapboxMap>
      <MapControls map={handle} buttons={controls} bottom={padding?.bottom ?? 0} attribution={false} />
    </MapEngineContext>
  )
}
