import { useEffect, useState } from 'react'
import type { Bbox } from '@/lib/geo/geo'
import { useReducedMotion } from '@/lib/page/use-media'
import { type CarTone, carTones, toneColors } from './car-image'
import { type EngineFeature, type EngineMap, useMapEngine } from './engine'

export type ClusterLabel = (counts: Record<CarTone, number>) => string

interface Cluster {
  id: number
  lng: number
  lat: number
  count: number
  tones: Record<CarTone, number>
  bounds: Bbox
}

interface ClustersProps {
  source: string
  /** The highest zoom at which points are clustered. */
  maxZoom: number
  label: ClusterLabel
}

/**
 * How often the clusters are read from the map while it moves (ms). Reading them in each frame would be too slow; the map
 * library moves their buttons in each frame.
 */
const READ_MS = 120

/**
 * Shows the clusters of a map source as buttons, which keyboard and screen readers can reach. A ring around a cluster's count
 * shows the shares of free, busy and silent cars. A press on the button zooms to the cluster.
 */
export function Clusters({ source, maxZoom, label }: ClustersProps) {
  const { Marker, map, theme } = useMapEngine()
  const still = useReducedMotion()
  const clusters = useClusters(map, source, maxZoom)
  return clusters.map((cluster) => (
    <Marker key={cluster.id} longitude={cluster.lng} latitude={cluster.lat} anchor="center" style={{ zIndex: 1 }}>
      <button
        type="button"
        aria-label={label(cluster.tones)}
        onClick={(event) => {
          event.stopPropagation()
          // Zooming in removes the cluster and its button. After a key press (`detail`, the number of clicks, is 0), the map
          // therefore takes the focus.
          if (event.detail === 0) map.getCanvas().focus({ preventScroll: true })
          map.fitBounds(
            cluster.bounds,
            { padding: 80, maxZoom: 16, duration: still ? 0 : 500 },
            { originalEvent: event.nativeEvent }
          )
        }}
        className="relative grid cursor-pointer place-items-center rounded-full bg-card text-sm font-semibold text-ink tabular"
        style={{ width: sizeOf(cluster.count), height: sizeOf(cluster.count) }}
      >
        <Ring tones={cluster.tones} colors={toneColors[theme]} />
        <span className="relative">{cluster.count}</span>
      </button>
    </Marker>
  ))
}

const sizeOf = (count: number) => (count < 10 ? 36 : count < 100 ? 44 : 54)

/** A ring around the count, with one segment each for the shares of free, busy and silent cars. */
function Ring({ tones, colors }: { tones: Record<CarTone, number>; colors: Record<CarTone, string> }) {
  const total = carTones.reduce((sum, tone) => sum + tones[tone], 0) || 1
  let start = 0
  return (
    <svg aria-hidden viewBox="0 0 36 36" className="absolute inset-0 size-full -rotate-90">
      {carTones.map((tone) => {
        const share = (tones[tone] / total) * 100
        const offset = -start
        start += share
        if (share === 0) return null
        return (
          <circle
            key={tone}
            cx="18"
            cy="18"
            r="15.9"
            pathLength="100"
            fill="none"
            stroke={colors[tone]}
            strokeWidth="4"
            strokeDasharray={`${share} ${100 - share}`}
            strokeDashoffset={offset}
          />
        )
      })}
    </svg>
  )
}

function useClusters(map: EngineMap, source: string, maxZoom: number): readonly Cluster[] {
  const [clusters, setClusters] = useState<readonly Cluster[]>([])
  useEffect(() => {
    let known = ''
    let last = 0
    const read = () => {
      if (!map.getSource(source)) return
      const mayBe = map.getZoom() < maxZoom + 1
      const next = mayBe ? clustersIn(map, source) : []
      // While tiles are replaced, the map reports no clusters for a moment. The old clusters stay until the source has loaded.
      if (mayBe && next.length === 0 && !map.isSourceLoaded(source)) return
      const key = JSON.stringify(next)
      if (key === known) return
      known = key
      setClusters(next)
    }
    const onRender = () => {
      const now = performance.now()
      if (now - last < READ_MS) return
      last = now
      read()
    }
    map.on('render', onRender)
    map.on('idle', read)
    read()
    return () => {
      map.off('render', onRender)
      map.off('idle', read)
    }
  }, [map, source, maxZoom])
  return clusters
}

/** Returns the visible clusters without duplicates: a cluster on the edge of two tiles is in both tiles. */
function clustersIn(map: EngineMap, source: string): Cluster[] {
  const { clientWidth, clientHeight } = map.getCanvas()
  const found = new Map<number, Cluster>()
  for (const feature of map.querySourceFeatures(source, { filter: ['has', 'point_count'] })) {
    const cluster = clusterOf(feature)
    if (!cluster) continue
    const { x, y } = map.project([cluster.lng, cluster.lat])
    if (x > -30 && y > -30 && x < clientWidth + 30 && y < clientHeight + 30) found.set(cluster.id, cluster)
  }
  return [...found.values()].sort((a, b) => b.lat - a.lat)
}

function clusterOf({ properties, geometry }: EngineFeature): Cluster | null {
  const [lng, lat] = Array.isArray(geometry.coordinates) ? geometry.coordinates : []
  if (!properties || typeof lng !== 'number' || typeof lat !== 'number') return null
  const figure = (name: string) => Number(properties[name] ?? 0)
  return {
    id: figure('cluster_id'),
    // The position of the same cluster differs slightly between tiles, so it is rounded to six decimals (a tenth of a metre).
    lng: Number(lng.toFixed(6)),
    lat: Number(lat.toFixed(6)),
    count: figure('point_count'),
    tones: { free: figure('free'), busy: figure('busy'), silent: figure('silent') },
    bounds: [figure('west'), figure('south'), figure('east'), figure('north')]
  }
}
