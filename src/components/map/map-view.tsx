import { Component, lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Spinner } from '@/components/ui/spinner'
import { env } from '@/config/env'
import { cn } from '@/lib/utils'
import { hasWebGl } from './has-webgl'
import { type MapListItem, type MapPadding, type MapViewProps, noPadding } from './map-props'
import { useRegion } from './region'

const MapLibreCanvas = lazy(() => import('./maplibre-canvas'))
const MapboxCanvas = lazy(() => import('./mapbox-canvas'))

const webGl = hasWebGl()
// The library is asked for with the page that has a map, not when it renders. A failure shows when it does.
if (webGl) void (env.mapboxToken ? import('./mapbox-canvas') : import('./maplibre-canvas')).catch(() => {})

/**
 * A map that loads by itself, takes markers and lines as children, and is never a blank canvas: without WebGL or tiles
 * it says so in words, with the list in sight.
 */
export function MapView({ className, list = [], ...props }: MapViewProps) {
  const { t } = useTranslation()
  const { data: region, error } = useRegion()
  const [failed, setFailed] = useState(false)
  const [mapboxSilent, setMapboxSilent] = useState(false)
  const Canvas = env.mapboxToken && !mapboxSilent ? MapboxCanvas : MapLibreCanvas
  const blank = !webGl || failed || error !== undefined

  return (
    <section aria-label={props.label} className={cn('relative overflow-hidden bg-map-ground', className)}>
      {blank ? (
        <MapFallback streetsOnly={webGl} list={list} padding={props.padding ?? noPadding} />
      ) : (
        <>
          {list.length > 0 && <MapList list={list} className="sr-only" />}
          <CanvasBoundary onFailure={() => setFailed(true)}>
            <Suspense fallback={<MapLoading label={t('map.loading')} />}>
              {region ? (
                <Canvas
                  {...props}
                  region={region}
                  onFailure={() => (Canvas === MapboxCanvas ? setMapboxSilent(true) : setFailed(true))}
                />
              ) : (
                <MapLoading label={t('map.loading')} />
              )}
            </Suspense>
          </CanvasBoundary>
        </>
      )}
    </section>
  )
}

function MapLoading({ label }: { label: string }) {
  return (
    <div role="status" className="absolute inset-0 grid place-items-center text-muted">
      <Spinner />
      <span className="sr-only">{label}</span>
    </div>
  )
}

function MapList({ list, className }: { list: readonly MapListItem[]; className: string }) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('map.points')} className={className}>
      {list.map((item) => (
        <li key={`${item.label} ${item.text}`}>
          <strong className="font-medium">{item.label}</strong> {item.text}
        </li>
      ))}
    </ul>
  )
}

interface MapFallbackProps {
  streetsOnly: boolean
  list: readonly MapListItem[]
  padding: MapPadding
}

function MapFallback({ streetsOnly, list, padding }: MapFallbackProps) {
  const { t } = useTranslation()
  return (
    <div
      className="absolute inset-0 grid place-items-center p-8"
      style={{ paddingBottom: padding.bottom + 32, paddingLeft: padding.left + 32, paddingTop: padding.top + 32 }}
    >
      <div className="max-w-sm space-y-2 text-sm text-muted">
        <p className="font-semibold text-ink">{streetsOnly ? t('map.tiles_failed') : t('map.failed_title')}</p>
        <p>{t('map.failed')}</p>
        {list.length > 0 && <MapList list={list} className="space-y-1 pt-2 text-ink" />}
      </div>
    </div>
  )
}

/** A map library that throws while it starts takes only its own frame along. */
class CanvasBoundary extends Component<{ onFailure: () => void; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch() {
    this.props.onFailure()
  }

  override render() {
    return this.state.broken ? null : this.props.children
  }
}
