import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { LeaveDialog } from '@/components/form/leave-dialog'
import { useLeaveGuard } from '@/components/form/use-leave-guard'
import { MapPanel } from '@/components/map/map-panel'
import { LiveRegion } from '@/components/ui/live-region'
import { ZoneList } from './components/zone-list'
import { ZoneActions, ZonePanel } from './components/zone-panel'
import { ZonesMap } from './components/zones-map'
import { useFocusOn } from './hooks/use-focus-on'
import { useZoneEditor } from './hooks/use-zone-editor'
import { useZones } from './queries'

const NEW = 'new'

/**
 * The page of zones (areas that change a price or refuse trips): a map and a list. The URL's `?zone=` contains the id of the
 * open zone, or `new` for drawing a new one.
 */
export function ZonesPage() {
  const { t } = useTranslation('zones')
  const [search, setSearch] = useSearchParams()
  const zones = useZones()
  const [told, setTold] = useState('')
  const chosen = search.get('zone')
  const zone = zones.data?.find(({ id }) => id === chosen) ?? null
  const isOpen = zones.data !== undefined && (zone !== null || chosen === NEW)
  const go = useCallback((id: string | null) => setSearch(id ? { zone: id } : {}), [setSearch])
  const back = () => go(null)

  const editor = useZoneEditor(isOpen ? (chosen ?? '') : '', zone, async (what) => {
    await zones.mutate()
    setTold(t(what))
    guard.release()
    back()
  })
  const guard = useLeaveGuard(isOpen && editor.isDirty)
  const heading = useRef<HTMLHeadingElement>(null)
  const primary = useRef<HTMLButtonElement>(null)
  useFocusOn(heading, zones.data ? (isOpen ? chosen : '') : null)
  const leaveMap = useCallback(() => {
    const next = primary.current?.disabled ? heading.current : primary.current
    next?.focus()
  }, [])
  const isDrawing = isOpen && editor.isShapeEditable && !editor.draft.closed
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select')
    if (!isOpen || isTyping || event.shiftKey || event.key.toLowerCase() !== 'z') return
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    editor.step({ do: 'undo' })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the whole page, whose button is in the panel
    <div onKeyDown={onKeyDown}>
      <LiveRegion>{told}</LiveRegion>
      <MapPanel
        label={isOpen ? (zone?.name ?? t('new')) : t('title')}
        isFramed
        lowered={isDrawing}
        peek={isDrawing ? 248 : 168}
        footer={isOpen && <ZoneActions editor={editor} primary={primary} onBack={back} />}
        map={(padding, controls) => (
          <ZonesMap
            zones={zones.data}
            open={zone}
            editor={isOpen ? editor : null}
            padding={padding}
            controls={controls}
            onChoose={isOpen ? undefined : go}
            onLeave={leaveMap}
          />
        )}
      >
        {isOpen ? (
          <ZonePanel editor={editor} name={zone?.name ?? null} heading={heading} onBack={back} />
        ) : (
          <ZoneList
            zones={zones.data}
            error={zones.error}
            heading={heading}
            onRetry={() => void zones.mutate()}
            onChoose={go}
            onNew={() => go(NEW)}
          />
        )}
      </MapPanel>
      <LeaveDialog open={guard.asks} onStay={guard.stay} onLeave={guard.leave} />
    </div>
  )
}
