import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
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
  const go = (id: string | null) => setSearch(id ? { zone: id } : {})

  const done = async (what: 'saved' | 'deleted') => {
    await zones.mutate()
    setTold(t(what))
    go(null)
  }
  return (
    <>
      <p role="status" className="sr-only">
        {told}
      </p>
      {zones.data && (zone || chosen === NEW) ? (
        <OneZone
          key={chosen}
          zone={zone}
          zones={zones.data}
          carTypes={carTypes}
          onDone={done}
          onBack={() => go(null)}
        />
      ) : (
        <MapPanel
          label={t('title')}
          map={(padding, controls) => (
            <ZonesMap zones={zones.data ?? []} padding={padding} controls={controls} onChoose={go} />
          )}
        >
          <ZoneList
            zones={zones.data}
            error={zones.error}
            onRetry={() => void zones.mutate()}
            onChoose={go}
            onNew={() => go(NEW)}
          />
        </MapPanel>
      )}
    </>
  )
}

interface OneZoneProps extends ZonesPageProps {
  zone: Zone | null
  zones: readonly Zone[]
  onDone: (what: 'saved' | 'deleted') => Promise<void>
  onBack: () => void
}

function OneZone({ zone, zones, carTypes, onDone, onBack }: OneZoneProps) {
  const { t } = useTranslation('zones')
  const editor = useZoneEditor(zone, onDone)
  const isDrawing = editor.isShapeEditable && !editor.draft.closed
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select')
    if (isTyping || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
    event.preventDefault()
    editor.step({ do: 'undo' })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the whole page; the button is in the panel
    <div onKeyDown={onKeyDown}>
      <MapPanel
        label={zone?.name ?? t('new')}
        lowered={isDrawing}
        peek={248}
        footer={<ZoneActions editor={editor} onBack={onBack} />}
        map={(padding, controls) => (
          <ZonesMap
            zones={zones.filter(({ id }) => id !== zone?.id || !editor.isShapeEditable)}
            open={zone}
            editor={editor}
            padding={padding}
            controls={controls}
          />
        )}
      >
        <ZonePanel editor={editor} name={zone?.name ?? null} carTypes={carTypes} onBack={onBack} />
      </MapPanel>
    </div>
  )
}

interface ZonesMapProps {
  zones: readonly Zone[]
  /** The one that is in hand, to bring into view. */
  open?: Zone | null
  editor?: ZoneEditor
  padding: MapPadding
  controls: boolean
  onChoose?: (id: string) => void
}

function ZonesMap({ zones, open = null, editor, padding, controls, onChoose }: ZonesMapProps) {
  const { t } = useTranslation('zones')
  const { price } = useZoneWords()
  const shapes = useMemo(
    () => zones.map((zone) => onMap(zone, zone.active ? price(zone) || t('kind.no_service') : t('off'))),
    [zones, price, t]
  )
  const whole = useMemo(() => (open ? areaCorners(open.geojson) : undefined), [open])
  const draft = editor?.isShapeEditable ? editor.draft : null
  const isDrawing = draft !== null && !draft.closed
  // What was just drawn stays in view when the panel takes its room back, also while a step is taken back.
  const [wasClosed, setWasClosed] = useState(false)
  useEffect(() => {
    if (draft?.closed) setWasClosed(true)
  }, [draft?.closed])
  return (
    <MapView
      label={t('map')}
      listElsewhere={t('map_list')}
      fit={wasClosed && draft && draft.corners.length > 2 ? draft.corners : whole}
      fitKey={open || wasClosed ? 'area' : 'region'}
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
