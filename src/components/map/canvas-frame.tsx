import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState
} from 'react'
import { useTranslation } from 'react-i18next'
import { useTheme } from '@/lib/theme'
import { useReducedMotion } from '@/lib/use-media'
import { type EngineEvent, type EngineMap, type MapEngine, MapEngineContext, type ShapesProps } from './engine'
import { MapControls } from './map-controls'
import { type CanvasProps, noPadding } from './map-props'
import { useRegion } from './region'
import { useCamera } from './use-camera'
import { useFailures } from './use-failures'
import { useMapKeys } from './use-map-keys'

interface LibraryParts {
  Marker: MapEngine['Marker']
  Shapes: ComponentType<ShapesProps>
  font: readonly string[]
  /** Time limit for the first picture in milliseconds. */
  patience: number
}

/** Shared by both libraries: camera, keyboard, failures and the engine for markers and layers. */
export function useCanvas(props: CanvasProps, { Marker, Shapes, font, patience }: LibraryParts) {
  const {
    fit,
    fitKey,
    followKey,
    nearest,
    padding,
    isWaiting = false,
    onPress,
    onLeave,
    onIdle,
    onMoved,
    onFailure,
    onPatchy
  } = props
  const { data: region } = useRegion()
  const { resolved: theme } = useTheme()
  // How long labels fade (ms).
  const fadeDuration = useReducedMotion() ? 0 : 100
  const [map, setMap] = useState<EngineMap | null>(null)
  const home = region?.center ?? [0, 0]
  const { nudge, moved, recentre, first } = useCamera({
    map,
    home,
    nearest,
    fit,
    fitKey,
    followKey,
    padding,
    isWaiting
  })
  useEffect(() => {
    if (moved) onMoved()
  }, [moved, onMoved])
  const onError = useFailures({ map, patience, onFailure, onPatchy })
  const exit = useRef<HTMLSpanElement>(null)
  const focused = useMapKeys({ map, exit, onPress, onLeave })
  const engine = useMemo<MapEngine | null>(
    () => map && { Marker, Shapes, map, font, nudge, theme },
    [map, Marker, Shapes, font, nudge, theme]
  )

  const onLoad = useCallback(
    (target: unknown) => {
      const loaded = target as EngineMap
      setMap(loaded)
      const first = () => {
        loaded.off('idle', first)
        // A mark for benchmarks: when the streets appear.
        performance.mark('hackney:map-idle')
        onIdle()
      }
      loaded.on('idle', first)
    },
    [onIdle]
  )
  return { theme, fadeDuration, engine, first, onLoad, onError, frame: { moved, recentre, focused, exit } }
}

interface CanvasFrameProps {
  engine: MapEngine | null
  frame: ReturnType<typeof useCanvas>['frame']
  props: CanvasProps
  attribution: boolean
  /** The library's own map; everything on it is drawn into it. */
  children: (content: ReactNode) => ReactNode
}

/** The map with our controls over it and, at the end, Escape's target. */
export function CanvasFrame({ engine, frame, props, attribution, children }: CanvasFrameProps) {
  const padding = props.padding ?? noPadding
  return (
    <MapEngineContext value={engine}>
      {children(engine ? props.children : null)}
      {engine && (
        <>
          {frame.focused && props.onPress && <Crosshair padding={padding} />}
          <MapControls
            map={engine.map}
            buttons={props.controls ?? false}
            bottom={padding.bottom}
            attribution={attribution}
            onRecentre={frame.moved ? frame.recentre : undefined}
          />
        </>
      )}
      <MapExit place={frame.exit} />
    </MapEngineContext>
  )
}

/** Escape's target. Its text exists only while it has the focus, so that screen readers skip it otherwise. */
function MapExit({ place }: { place: RefObject<HTMLSpanElement | null> }) {
  const { t } = useTranslation()
  const [left, setLeft] = useState(false)
  return (
    <span
      ref={place}
      tabIndex={-1}
      role="status"
      onFocus={() => setLeft(true)}
      onBlur={() => setLeft(false)}
      className="sr-only"
    >
      {left && t('map.left')}
    </span>
  )
}

/** Where Enter would press. */
function Crosshair({ padding }: { padding: typeof noPadding }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute grid place-items-center"
      style={{ inset: 0, ...insets(padding) }}
    >
      <svg aria-hidden viewBox="0 0 32 32" className="size-8 text-ink">
        <path d="M16 3v9M16 20v9M3 16h9M20 16h9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
    </div>
  )
}

const insets = ({ top, right, bottom, left }: typeof noPadding) => ({ top, right, bottom, left })

/** The id of the first label layer, below which areas are placed; updated with the style. */
export function useFirstNames(map: EngineMap): string | undefined {
  const read = useCallback(() => map.getStyle().layers.find(({ type }) => type === 'symbol')?.id, [map])
  const [first, setFirst] = useState(read)
  useEffect(() => {
    const onStyle = (_: EngineEvent) => setFirst(read())
    map.on('style.load', onStyle)
    return () => {
      map.off('style.load', onStyle)
    }
  }, [map, read])
  return first
}
