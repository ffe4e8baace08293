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

// The address of the library's worker script is set here, because the library does not find it in a production build. `prewarm`
// starts the workers while the page still renders.
maplibregl.setWorkerUrl(workerUrl)
maplibregl.prewarm()

const tilesUrl = new URL('/region/tiles.pmtiles', window.location.href).href

const ranges = new FetchSource(tilesUrl)
// Works around a bug of Chromium. Its cache merges ranges of one file. A request sometimes fails if the cache contains only a
// part of the requested range. The library enables this workaround only on Windows, but the bug exists on all systems.
ranges.chromeWindowsNoCache = true

/** Reads a range of the tiles file. A failed request is repeated once, because mobile networks often break off. */
const getBytes: TileSource['getBytes'] = async (offset, length, signal, etag) => {
  try {
    return await ranges.getBytes(offset, length, signal, etag)
  } catch (error) {
    if (signal?.aborted) throw error
    await new Promise((resolve) => setTimeout(resolve, 250))
    return ranges.getBytes(offset, length, signal, etag)
  }
}

/**
 * Registers a new reader, which reads tiles as ranges of one file. A reader also caches failures, so after a failure a new one
 * is needed.
 */
function readTiles() {
  const tiles = new PMTiles({ getKey: () => tilesUrl, getBytes })
  const protocol = new Protocol()
  protocol.add(tiles)
  maplibregl.addProtocol('pmtiles', protocol.tile)
  return tiles
}
// Starts loading the index of the tiles while the map itself loads. A failure is ignored: the map will report it.
void readTiles()
  .getHeader()
  .catch(() => {})

/**
 * Time limit for the first picture (ms). Tiles come from the page's own server, so no response after this time means failure.
 */
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
  // `pageScrolls` is the only option that differs between pages that share a map, so it is changed on the existing map.
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
          // The style needs no validation at run time: we write it, and TypeScript checks it.
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
