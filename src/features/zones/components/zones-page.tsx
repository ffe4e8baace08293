import { type KeyboardEvent, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { type MapPadding, MapView, PolygonEditor, ZoneLayer } from '@/components/map'
import { MapPanel } from '@/components/map/map-panel'
import { areaCorners } from '@/lib/area'
import { useZones } from '../api/get-zones'
import { useZoneEditor, type ZoneEditor } from '../hooks/use-zone-editor'
import { useZoneWords } from '../hooks/use-zone-words'
import { onMap, type Zone } from '../model'
import { ZoneList } from './zone-list'
import { ZoneActions, ZonePanel } from './zone-panel'

const NEW = 'new'

interface ZonesPageProps {
  carTypes: readonly { id: string; name: string }[]
}

/** Areas that change a price, on the map and as a list. `?zone=` says which is open; `new` draws one. */
export function ZonesPage({ carTypes }: ZonesPageProps) {
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
    back()
  })
  const isDrawing = isOpen && editor.isShapeEditable && !editor.draft.closed
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select')
    if (!isOpen || isTyping || event.shiftKey || event.key.toLowerCase() !== 'z') return
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    editor.step({ do: 'undo' })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the whole page; the button is in the panel
    <div onKeyDown={onKeyDown}>
      <p role="status" className="sr-only">
        {told}
      </p>
      <MapPanel
        label={isOpen ? (zone?.name ?? t('new')) : t('title')}
        lowered={isDrawing}
        peek={isDrawing ? 248 : 168}
        footer={isOpen && <ZoneActions editor={editor} onBack={back} />}
        map={(padding, controls) => (
          <ZonesMap
            zones={zones.data ?? []}
            open={zone}
            editor={isOpen ? editor : null}
            padding={padding}
            controls={controls}
            onChoose={isOpen ? undefined : go}
          />
        )}
      >
        {isOpen ? (
          <ZonePanel editor={editor} name={zone?.name ?? null} carTypes={carTypes} onBack={back} />
        ) : (
          <ZoneList
            zones={zones.data}
            error={zones.error}
            onRetry={() => void zones.mutate()}
            onChoose={go}
            onNew={() => go(NEW)}
          />
        )}
      </MapPanel>
    </div>
  )
}

interface ZonesMapProps {
  zones: readonly Zone[]
  /** The one that is in hand, to bring into view. */
  open: Zone | null
  editor: ZoneEditor | null
  padding: MapPadding
  controls: boolean
  onChoose: ((id: string) => void) | undefined
}

function ZonesMap({ zones, open, editor, padding, controls, onChoose }: ZonesMapProps) {
  const { t } = useTranslation('zones')
  const { price } = useZoneWords()
  // The one in hand is drawn by its corners.
  const inHand = editor?.isShapeEditable ? open?.id : undefined
  const shapes = useMemo(
    () =>
      zones
        .filter(({ id }) => id !== inHand)
        .map((zone) => onMap(zone, zone.active ? price(zone) || t('kind.no_service') : t('off'))),
    [zones, inHand, price, t]
  )
  const whole = useMemo(() => (open ? areaCorners(open.geojson) : undefined), [open])
  const draft = editor?.isShapeEditable ? editor.draft : null
  const isDrawing = draft !== null && !draft.closed
  // What was just drawn stays in view when the panel takes its room back, also while a step is taken back.
  const [wasClosed, setWasClosed] = useState(false)
  const isClosed = draft?.closed === true
  useEffect(() => setWasClosed((last) => isClosed || (last && draft !== null)), [isClosed, draft])
  return (
    <MapView
      label={t('map')}
      listElsewhere={t('map_list')}
      fit={wasClosed && draft && draft.corners.length > 2 ? draft.corners : whole}
      fitKey={open?.id ?? (wasClosed ? 'drawn' : 'region')}
      zoom={11}
      padding={padding}
      controls={controls}
      onPress={isDrawing ? (at) => editor?.step({ do: 'add', at }) : undefined}
    >
      <ZoneLayer zones={shapes} chosen={open?.id ?? null} onChoose={onChoose} />
      {editor && draft && <PolygonEditor draft={draft} onStep={editor.step} />}
    </MapView>
  )
}
