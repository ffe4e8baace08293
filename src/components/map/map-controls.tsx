import { Minus, Plus } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { CameraMap } from './use-camera'

interface MapControlsProps {
  map: RefObject<CameraMap | null>
  buttons: boolean
  /** Pixels covered at the lower edge: everything here stands above them. */
  bottom: number
  attribution: boolean
}

/** Zoom buttons and the licence's line, ours so that they move with the sheet and speak the page's language. */
export function MapControls({ map, buttons, bottom, attribution }: MapControlsProps) {
  const { t } = useTranslation()
  const button = 'grid size-10 place-items-center text-ink hover:bg-soft'
  return (
    <div className="pointer-events-none absolute inset-0 *:pointer-events-auto">
      {buttons && (
        <div
          className="absolute end-6 flex flex-col divide-y divide-line overflow-hidden rounded-control border border-line bg-card"
          style={{ bottom: bottom + 40 }}
        >
          <button type="button" aria-label={t('map.zoom_in')} className={button} onClick={() => map.current?.zoomIn()}>
            <Plus aria-hidden className="size-4" />
          </button>
          <button
            type="button"
            aria-label={t('map.zoom_out')}
            className={button}
            onClick={() => map.current?.zoomOut()}
          >
            <Minus aria-hidden className="size-4" />
          </button>
        </div>
      )}
      {attribution && (
        <a
          href="https://www.openstreetmap.org/copyright"
          target="_blank"
          rel="noreferrer"
          className="absolute end-1 rounded-[4px] bg-card/85 px-1.5 py-1 text-xs leading-4 text-ink"
          style={{ bottom: bottom + 4 }}
        >
          {t('map.attribution')}
        </a>
      )}
    </div>
  )
}
