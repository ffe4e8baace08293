import { MapPinOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { MapAttribution } from './map-attribution'
import type { MapFailure, MapListItem, MapPadding } from './map-props'

export function MapList({ list, className }: { list: readonly MapListItem[]; className: string }) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('map.points')} className={className}>
      {list.map((item) => (
        <li key={`${item.label} ${item.text}`}>
          {item.label && <strong className="font-medium">{item.label}:</strong>} <bdi>{item.text}</bdi>
        </li>
      ))}
    </ul>
  )
}

interface MapFallbackProps {
  why: MapFailure
  list: readonly MapListItem[]
  listElsewhere: string | undefined
  padding: MapPadding
  onRetry: (() => void) | undefined
}

/** Shown instead of a map that cannot be drawn: the reason, the map's content as a list, and a button that tries again. */
export function MapFallback({ why, list, listElsewhere, padding, onRetry }: MapFallbackProps) {
  const { t } = useTranslation()
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: in a low map it scrolls, also by keyboard
      tabIndex={0}
      className="absolute inset-0 flex items-center justify-center overflow-y-auto p-8"
      style={{
        paddingBottom: padding.bottom + 24,
        paddingLeft: padding.left + 24,
        paddingRight: padding.right + 24,
        paddingTop: padding.top + 24
      }}
    >
      <div className="m-auto flex max-w-sm gap-4">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-card text-muted max-sm:hidden">
          <MapPinOff aria-hidden className="size-5" />
        </span>
        <div className="min-w-0 space-y-2 text-sm text-muted">
          <div role="status" className="space-y-1">
            <p className="font-semibold text-ink">{t(`map.failure.${why}`)}</p>
            <p className="text-pretty">{listElsewhere ?? t(`map.failure.${why}_hint`)}</p>
          </div>
          {list.length > 0 && <MapList list={list} className="space-y-1 pt-1 text-ink" />}
          {onRetry && (
            <Button size="sm" variant="outline" onClick={onRetry}>
              {t('retry')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

/** Shown over the map's still picture if the live map cannot be drawn. It says so; a press opens the reason. */
export function StillNote({ padding }: { padding: MapPadding }) {
  const { t } = useTranslation()
  return (
    <>
      <div role="status" className="absolute inset-x-0 flex justify-center" style={noteInsets(padding)}>
        <details className="max-w-sm rounded-card border border-line bg-card px-4 py-2 text-sm">
          <summary className="min-h-6 cursor-pointer font-medium">{t('map.failure.still')}</summary>
          <p className="mt-1 text-pretty text-muted">{t('map.failure.webgl_hint')}</p>
        </details>
      </div>
      <MapAttribution bottom={padding.bottom} />
    </>
  )
}

const noteInsets = ({ top, left, right }: MapPadding) => ({
  top: top + 12,
  paddingLeft: left + 16,
  paddingRight: right + 16
})
