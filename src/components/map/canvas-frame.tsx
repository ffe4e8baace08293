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
import { useTheme } from '@/lib/page/theme'
import { useReducedMotion } from '@/lib/page/use-media'
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
  /** Time limit for the map's first picture (ms). If the map takes longer, it counts as failed. */
  patience: number
}

/**
 * The behaviour that the canvases of both map libraries share: camera, keyboard, detection of failures, and the `MapEngine`
 * that markers and layers use.
 */
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
  // How long map labels take to fade in and out (ms).
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
        // A performance mark that benchmarks read: the streets are visible.
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
  /** Renders the library's own map around the given content. */
  children: (content: ReactNode) => ReactNode
}

/** The map with our controls over it. Its last element is `MapExit`, to which Escape moves the focus. */
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

/**
 * The element to which Escape moves the focus, after everything on the map. It contains text only while it has the focus, so
 * that screen readers skip it at other times.
 */
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

/** Marks the map's centre while the map has the keyboard focus: Enter presses this point. */
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

/**
 * Returns the id of the first layer of the map's style that draws labels, so that other layers can be placed below the labels.
 * The id is read again when the style changes.
 */
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
