import { LocateFixed, Minus, Plus } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { EngineMap } from './engine'
import { MapAttribution } from './map-attribution'

interface MapControlsProps {
  map: EngineMap
  buttons: boolean
  /** Pixels covered at the bottom of the map: the controls are above them. */
  bottom: number
  /** Shows the licence of the map data. Mapbox shows it by itself. */
  attribution: boolean
  /** Fits the map to its content again. Set as soon as a person has moved the map. */
  onRecentre?: (() => void) | undefined
}

const button = 'grid size-10 place-items-center text-ink hover:bg-soft focus-visible:-outline-offset-2'

/**
 * Buttons for zoom and recentring, and the line that names the licence of the map data. They replace the controls of the map
 * libraries, which neither move with the sheet nor are translated.
 */
export function MapControls({ map, buttons, bottom, attribution, onRecentre }: MapControlsProps) {
  const { t } = useTranslation()
  // The options of a zoom. With the original event, the zoom counts as a move by the person (see `useCamera`), so the page does
  // not move the map back.
  const by = (event: MouseEvent) => ({ originalEvent: event.nativeEvent })
  return (
    <div className="pointer-events-none absolute inset-0 z-1 *:pointer-events-auto">
      <div className="absolute end-4 flex flex-col items-end gap-2" style={{ bottom: bottom + 36 }}>
        {onRecentre && (
          <button
            type="button"
            onClick={onRecentre}
            className="flex h-10 animate-in items-center gap-2 rounded-control border border-line bg-card px-3 text-sm font-medium text-ink duration-150 fade-in hover:bg-soft"
          >
            <LocateFixed aria-hidden className="size-4" />
            {t('map.recentre')}
          </button>
        )}
        {buttons && (
          <div className="flex flex-col divide-y divide-line overflow-hidden rounded-control border border-line bg-card">
            <button
              type="button"
              aria-label={t('map.zoom_in')}
              className={button}
              onClick={(event) => map.zoomIn({}, by(event))}
            >
              <Plus aria-hidden className="size-4" />
            </button>
            <button
              type="button"
              aria-label={t('map.zoom_out')}
              className={button}
              onClick={(event) => map.zoomOut({}, by(event))}
            >
              <Minus aria-hidden className="size-4" />
            </button>
          </div>
        )}
      </div>
      {attribution && <MapAttribution bottom={bottom} />}
    </div>
  )
}
