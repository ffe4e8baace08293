import * as maplibregl from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import './maplibre.css'
import { FetchSource, PMTiles, Protocol, type Source as TileSource } from 'pmtiles'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Layer, type LayerProps, Map as MapLibreMap, Marker, Source } from 'react-map-gl/maplibre'
import { CanvasFrame, useCanvas, useFirstNames } from './canvas-frame'
import { type ShapesProps, useMapEngine } from './engine'
import { clusterOptions, layersOf } from './layers'
import type { CanvasProps } from './map-props'
import { pressProps } from './press'
import { useRegion } from './region'
import { mapFont, regionStyle } from './style'

// The default worker address does not survive a production build. The workers start while the page still renders.
maplibregl.setWorkerUrl(workerUrl)
maplibregl.prewarm()

const tilesUrl = new URL('/region/tiles.pmtiles', window.location.href).href

const ranges = new FetchSource(tilesUrl)
// Chromium's cache merges ranges of one file, and sometimes fails if it has parts of a request; the reader library handles that
// only on Windows.
ranges.chromeWindowsNoCache = true

/** Retries once before a failure counts: mobile networks break off. */
const getBytes: TileSource['getBytes'] = async (offset, length, signal, etag) => {
  try {
    return await ranges.getBytes(offset, length, signal, etag)
  } catch (error) {
    if (signal?.aborted) throw error
    await new Promise((resolve) => setTimeout(resolve, 250))
    return ranges.getBytes(offset, length, signal, etag)
  }
}

/** Reads tiles by ranges. A reader caches everything, failures too, so after one a new reader is needed. */
function readTiles() {
  const tiles = new PMTiles({ getKey: () => tilesUrl, getBytes })
  const protocol = new Protocol()
  protocol.add(tiles)
  maplibregl.addProtocol('pmtiles', protocol.tile)
  return tiles
}
// The index of the tiles loads with the map; without it the map says so.
void readTiles()
  .getHeader()
  .catch(() => {})

/** Tiles come from the page's own server: after this time no response is expected (ms). */
const PATIENCE_MS = 15_000

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

const library = { Marker, Shapes, font: mapFont, patience: PATIENCE_MS }

export default function MapLibreCanvas(props: CanvasProps) {
  const { onPress, pageScrolls = false } = props
  const { t, i18n } = useTranslation()
  const { data: region } = useRegion()
  const { theme, fadeDuration, engine, first, onLoad, onError, frame } = useCanvas(props, library)
  const [gestures, setGestures] = useState<maplibregl.Map['cooperativeGestures'] | null>(null)
  // The one option that differs between pages of one map.
  useEffect(() => {
    if (pageScrolls) gestures?.enable()
    else gestures?.disable()
  }, [gestures, pageScrolls])
  const language = i18n.resolvedLanguage ?? 'en'
  const mapStyle = useMemo(() => regionStyle(theme, tilesUrl, language), [theme, language])
  if (!region) return null
  const [west, south, east, north] = region.bbox

  return (
    <CanvasFrame engine={engine} frame={frame} props={props} attribution>
      {(content) => (
        <MapLibreMap
          mapLib={maplibregl}
          mapStyle={mapStyle}
          initialViewState={first}
          maxBounds={[west - 0.6, south - 0.4, east + 0.6, north + 0.4]}
          minZoom={8}
          maxZoom={18}
          attributionControl={false}
          cooperativeGestures={pageScrolls}
          dragRotate={false}
          fadeDuration={fadeDuration}
          // Ours, and checked by its types.
          validateStyle={false}
          pitchWithRotate={false}
          locale={{ 'Map.Title': t('map.canvas') }}
          style={{ position: 'absolute', inset: 0 }}
          onLoad={({ target }) => {
            target.keyboard.disableRotation()
            target.touchZoomRotate.disableRotation()
            setGestures(target.cooperativeGestures)
            onLoad(target)
          }}
          onError={(event) => {
            if ('sourceId' in event) readTiles()
            onError(event)
          }}
          {...(onPress ? pressProps(onPress) : {})}
        >
          {content}
        </MapLibreMap>
      )}
    </CanvasFrame>
  )
}
