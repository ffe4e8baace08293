import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState
} from 'react'
import { useTranslation } from 'react-i18next'
import { Spinner } from '@/components/ui/spinner'
import { env } from '@/config/env'
import { idle } from '@/lib/loading/idle'
import { orWaits } from '@/lib/loading/late-import'
import { cn } from '@/lib/utils'
import { hasWebGl, mayHaveWebGl } from './has-webgl'
import { MapFallback, MapList, StillNote } from './map-fallback'
import { type CanvasProps, type MapFailure, type MapViewProps, noPadding } from './map-props'
import { MapStill, useStill } from './map-still'
import { PatchyNote } from './patchy-note'
import { preloadRegion, useRegion } from './region'
import { type Stage, StageContext } from './stage-context'

type EngineName = 'maplibre' | 'mapbox'
const loaders: Record<EngineName, () => Promise<{ default: ComponentType<CanvasProps> }>> = {
  maplibre: () => import('./maplibre-canvas'),
  mapbox: () => import('./mapbox-canvas')
}
/** A map whose engine does not load says so at once, and offers to try again. */
const lazyCanvas = (engine: EngineName) =>
  lazy(async () => {
    const part = await orWaits(loaders[engine]())
    if (!part) throw new Error(`The map engine ${engine} cannot be loaded`)
    return part
  })
const canvases = { maplibre: lazyCanvas('maplibre'), mapbox: lazyCanvas('mapbox') }

/**
 * Whether this device can draw a map; null until tested. The test waits until the page is idle, because it starts the browser's
 * graphics process and would delay the page. The map library is only loaded if the test succeeds.
 */
let webGl: boolean | null = null
let trying: Promise<boolean> | undefined

async function tryWebGl(): Promise<boolean> {
  await idle()
  webGl = hasWebGl()
  if (webGl) void loaders[env.mapboxToken ? 'mapbox' : 'maplibre']().catch(() => {})
  return webGl
}

function useWebGl(): boolean | null {
  const [known, setKnown] = useState(webGl)
  useEffect(() => {
    if (known !== null) return
    trying ??= tryWebGl()
    void trying.then((known) => startTransition(() => setKnown(known)))
  }, [known])
  return known
}

if (mayHaveWebGl()) void preloadRegion()

/**
 * A map that loads on demand and takes markers and layers as children. It is never a blank canvas: if no map can be drawn, it
 * shows the reason, with its content as a list or a still picture of the region. Inside a `<MapStage>` all pages share one map,
 * which stays when the page changes.
 */
export function MapView(props: MapViewProps) {
  const stage = useContext(StageContext)
  return stage ? <StagedMap stage={stage} {...props} /> : <OwnMap {...props} />
}

/**
 * A page's use of the map that a `<MapStage>` shares between pages. The shared map is moved into this element, and shows the
 * markers and layers of this page.
 */
function StagedMap({ stage, className, ...props }: MapViewProps & { stage: Stage }) {
  const place = useRef<HTMLDivElement>(null)
  const owner = useId()
  useLayoutEffect(() => {
    if (place.current) stage.moveTo(place.current)
    return () => stage.leave(owner)
  }, [stage, owner])
  const scene = { owner, map: <OwnMap {...props} className="size-full" /> }
  stage.begin(scene)
  useLayoutEffect(() => stage.show(scene))
  return <div ref={place} className={className} />
}

function OwnMap({ className, list = [], listElsewhere, underSheet = false, isHeld = false, ...props }: MapViewProps) {
  const { t } = useTranslation()
  const { failure, patchy, idle, moved, life, retry, canvasProps, Canvas } = useMapLife()
  const padding = props.padding ?? noPadding
  const still = useStill(!props.fit?.length, idle || moved)
  const [hasWaited] = useState(props.isWaiting ?? false)
  const [hasBegun, setBegun] = useState(!isHeld)
  if (!isHeld && !hasBegun) setBegun(true)
  // If the map has no content and cannot be drawn, a still picture of the region is better than a message.
  const staysStill = failure === 'webgl' && still !== 'none' && list.length === 0
  const loading = <MapLoading label={t('map.loading')} quiet={still !== 'none'} />
  return (
    <section
      aria-label={props.label}
      aria-busy={!failure && !idle}
      className={cn('relative overflow-hidden bg-map-ground', still === 'shown' && 'map-coming', className)}
    >
      {still !== 'none' && (!failure || staysStill) && (
        <MapStill padding={padding} underSheet={underSheet} isWaiting={hasWaited} />
      )}
      {staysStill ? (
        <StillNote padding={padding} />
      ) : failure ? (
        <MapFallback
          why={failure}
          list={list}
          listElsewhere={listElsewhere}
          padding={padding}
          onRetry={failure === 'webgl' ? undefined : retry}
        />
      ) : (
        <>
          {list.length > 0 && <MapList list={list} className="sr-only" />}
          <CanvasBoundary key={life} onFailure={() => canvasProps.onFailure('engine')}>
            {Canvas && hasBegun ? (
              <Suspense fallback={loading}>
                <Canvas {...props} {...canvasProps} />
              </Suspense>
            ) : (
              loading
            )}
          </CanvasBoundary>
          {patchy && <PatchyNote top={padding.top} onRetry={retry} />}
        </>
      )}
    </section>
  )
}

/** The state of the map: the library that draws it, whether it works, and a function that tries again. */
function useMapLife() {
  const { data: region, error, mutate } = useRegion()
  const [failed, setFailed] = useState<MapFailure | null>(null)
  const [engine, setEngine] = useState<EngineName>(env.mapboxToken ? 'mapbox' : 'maplibre')
  const [attempt, setAttempt] = useState(0)
  const [patchy, setPatchy] = useState(false)
  const [idle, setIdle] = useState(false)
  const [moved, setMoved] = useState(false)
  // A retry needs a new lazy component, because a lazy component whose chunk has failed does not request the chunk again.
  const Canvas = useMemo(() => (attempt === 0 ? canvases[engine] : lazyCanvas(engine)), [attempt, engine])

  const onFailure = useCallback(
    (why: MapFailure) => {
      if (engine === 'mapbox') setEngine('maplibre')
      // If tiles fail, the map restarts once by itself, so that a short loss of the network does not replace it by a message.
      else if (why === 'tiles' && attempt === 0) setAttempt(1)
      else setFailed(why)
    },
    [engine, attempt]
  )
  const onIdle = useCallback(() => setIdle(true), [])
  const onMoved = useCallback(() => setMoved(true), [])
  const retry = useCallback(() => {
    setFailed(null)
    setPatchy(false)
    setIdle(false)
    setAttempt((last) => last + 1)
    void mutate()
  }, [mutate])

  const webGl = useWebGl()
  const failure: MapFailure | null = webGl === false ? 'webgl' : (failed ?? (error ? 'tiles' : null))
  useEffect(() => {
    if (failure !== 'tiles') return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [failure, retry])

  const canvasProps = { onFailure, onIdle, onMoved, onPatchy: setPatchy }
  return {
    failure,
    patchy,
    idle,
    moved,
    life: `${engine} ${attempt}`,
    retry,
    canvasProps,
    Canvas: region && webGl ? Canvas : null
  }
}

/** Shown while the map loads. `quiet` leaves out the spinner, because a still picture is visible. */
function MapLoading({ label, quiet }: { label: string; quiet: boolean }) {
  return (
    <div role="status" className="absolute inset-0 grid place-items-center text-muted">
      {!quiet && <Spinner />}
      <span className="sr-only">{label}</span>
    </div>
  )
}

/** Catches errors of a map library while it starts, so that only the map fails and not the page. */
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
