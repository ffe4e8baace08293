import type { FeatureCollection } from 'geojson'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { LatLng } from '@/lib/geo/geo'
import { addCarImages, type CarTone, carImage, carTones, toneColors } from './car-image'
import { type ClusterLabel, Clusters } from './clusters'
import { type EngineEvent, type EngineMap, type MapEngine, type ShapeLayer, useMapEngine } from './engine'
import { palettes } from './palette'
import { useGliding } from './use-gliding'
import { useStyleImages } from './use-style-images'

/** One of many cars on the map. */
export interface MapDriver extends LatLng {
  id: string
  /** Degrees clockwise from north; null while the car does not move. */
  heading: number | null
  tone: CarTone
}

interface DriverLayerProps {
  drivers: readonly MapDriver[]
  /** The id of the highlighted car; null if none is highlighted. */
  chosen: string | null
  onChoose: (id: string) => void
  /** Returns the label of a cluster from the count of each kind. Without this function cars are not clustered. */
  clusterLabel?: ClusterLabel
}

const SOURCE = 'drivers'
const CARS = 'drivers-cars'
const RADIUS = 46
/** Above this zoom cars are not clustered. */
const MAX_ZOOM = 14

/**
 * How the map library clusters the cars. For each cluster it computes how many cars are free, busy and silent, and the box
 * around its cars.
 */
const cluster = {
  radius: RADIUS,
  maxZoom: MAX_ZOOM,
  properties: {
    ...Object.fromEntries(carTones.map((tone) => [tone, ['+', ['case', ['==', ['get', 'tone'], tone], 1, 0]]])),
    west: ['min', ['get', 'lng']],
    south: ['min', ['get', 'lat']],
    east: ['max', ['get', 'lng']],
    north: ['max', ['get', 'lat']]
  }
}

/**
 * React renders the map source with this empty collection. `useCarsOf` passes the cars directly to the map, because otherwise
 * React would render the page again at each step of the cars' animation.
 */
const noCars = collectionOf([])

/**
 * Shows any number of cars in one map layer, turned in their direction of travel. If `clusterLabel` is given, cars near each
 * other are shown as a cluster with their count.
 */
export function DriverLayer({ drivers, chosen, onChoose, clusterLabel }: DriverLayerProps) {
  const { Shapes, map, theme } = useMapEngine()
  useCarsOf(map, drivers, clusterLabel !== undefined)
  const layers = useMemo(() => layersOf(theme, chosen), [theme, chosen])
  useStyleImages(
    map,
    useCallback((to) => addCarImages(to, theme), [theme])
  )
  usePick(map, onChoose)
  return (
    <>
      <Shapes id={SOURCE} data={noCars} layers={layers} cluster={clusterLabel && cluster} />
      {clusterLabel && <Clusters source={SOURCE} maxZoom={MAX_ZOOM} label={clusterLabel} />}
    </>
  )
}

/**
 * Passes the cars to the map's source. When the map's style is reloaded, they are passed again, because the new source is
 * empty.
 */
function useCarsOf(map: EngineMap, drivers: readonly MapDriver[], isClustered: boolean): void {
  const shown = useRef<readonly MapDriver[]>([])
  const source = useRef<unknown>(undefined)
  const put = useCallback(() => {
    const now = map.getSource(SOURCE)
    source.current = now
    now?.setData?.(collectionOf(shown.current, isClustered))
  }, [map, isClustered])
  useGliding(
    drivers,
    (from, to) => isSeen(map, from, to),
    (cars) => {
      shown.current = cars
      put()
    }
  )
  useEffect(() => {
    const onStyle = () => {
      if (map.getSource(SOURCE) !== source.current) put()
    }
    map.on('styledata', onStyle)
    return () => void map.off('styledata', onStyle)
  }, [map, put])
}

/** Shows cars as dots, on maps whose subject is something else. */
export function DriverDots({ drivers }: { drivers: readonly MapDriver[] }) {
  const { Shapes, theme } = useMapEngine()
  const data = useMemo(() => collectionOf(drivers), [drivers])
  const layers = useMemo<ShapeLayer[]>(() => {
    const { free, busy, silent } = toneColors[theme]
    return [
      {
        id: 'driver-dots',
        type: 'circle',
        paint: {
          'circle-radius': ['interpolate', ['linear'], ['zoom'], 9, 3, 14, 6],
          'circle-color': ['match', ['get', 'tone'], 'free', free, 'busy', busy, silent],
          'circle-stroke-color': palettes[theme].halo,
          'circle-stroke-width': 1.5
        }
      }
    ]
  }, [theme])
  return <Shapes id="driver-dots" data={data} layers={layers} />
}

/** A movement shorter than this (px) is invisible. */
const SEEN_PX = 2

/** Whether a movement can be seen: it is long enough, and begins or ends in the visible part of the map. */
function isSeen(map: EngineMap, from: LatLng, to: LatLng): boolean {
  const { clientWidth, clientHeight } = map.getCanvas()
  const [a, b] = [map.project([from.lng, from.lat]), map.project([to.lng, to.lat])]
  const isInside = ({ x, y }: { x: number; y: number }) => x > 0 && y > 0 && x < clientWidth && y < clientHeight
  return Math.hypot(b.x - a.x, b.y - a.y) > SEEN_PX && (isInside(a) || isInside(b))
}

/**
 * Returns the cars as GeoJSON with only the properties that are drawn, because the map library copies the GeoJSON to its worker
 * at each step of the animation.
 */
function collectionOf(drivers: readonly MapDriver[], isClustered = false): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: drivers.map(({ id, lat, lng, heading, tone }) => ({
      type: 'Feature',
      properties: { id, tone, heading: heading ?? 0, ...(isClustered && { lat, lng }) },
      geometry: { type: 'Point', coordinates: [lng, lat] }
    }))
  }
}

function layersOf(theme: MapEngine['theme'], chosen: string | null): ShapeLayer[] {
  const single = ['!', ['has', 'point_count']]
  return [
    {
      id: 'drivers-chosen',
      type: 'circle',
      filter: ['all', single, ['==', ['get', 'id'], chosen ?? '']],
      paint: {
        'circle-radius': 24,
        'circle-color': palettes[theme].label,
        'circle-opacity': 0.12,
        'circle-stroke-color': palettes[theme].label,
        'circle-stroke-width': 2
      }
    },
    {
      id: CARS,
      type: 'symbol',
      filter: single,
      layout: {
        'icon-image': ['match', ['get', 'tone'], ...carTones.flatMap((tone) => [tone, carImage(tone, theme)]), ''],
        'icon-rotate': ['get', 'heading'],
        'icon-rotation-alignment': 'map',
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'icon-size': ['interpolate', ['linear'], ['zoom'], 9, 0.7, 15, 0.95]
      }
    }
  ]
}

/** Selects a car that is pressed on the map. Keyboard users select cars in the list beside the map. */
function usePick(map: EngineMap, onChoose: (id: string) => void): void {
  useEffect(() => {
    const carAt = ({ point }: EngineEvent) =>
      point && map.getLayer(CARS) ? map.queryRenderedFeatures(point, { layers: [CARS] })[0]?.properties?.id : undefined
    const onClick = (event: EngineEvent) => {
      const id = carAt(event)
      if (typeof id === 'string') onChoose(id)
    }
    const onMove = (event: EngineEvent) => {
      map.getCanvas().style.cursor = carAt(event) === undefined ? '' : 'pointer'
    }
    map.on('click', onClick)
    map.on('mousemove', onMove)
    return () => {
      map.off('click', onClick)
      map.off('mousemove', onMove)
    }
  }, [map, onChoose])
}
