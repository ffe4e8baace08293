import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MapPadding, MapView, PolygonEditor, useRegion, ZoneLayer } from '@/components/map'
import { areaCorners } from '@/lib/area'
import type { ZoneEditor } from '../hooks/use-zone-editor'
import { useZoneWords } from '../hooks/use-zone-words'
import { onMap, overviewOf, type Zone } from '../model'

interface ZonesMapProps {
  zones: readonly Zone[] | undefined
  /** The one that is in hand, to bring into view. */
  open: Zone | null
  editor: ZoneEditor | null
  padding: MapPadding
  controls: boolean
  onChoose: ((id: string) => void) | undefined
  /** Escape, while a zone is in hand. */
  onLeave: () => void
}

/** Every zone, and the one in hand by its corners. */
export function ZonesMap({ zones, open, editor, padding, controls, onChoose, onLeave }: ZonesMapProps) {
  const { t } = useTranslation('zones')
  const { price } = useZoneWords()
  // The one in hand is drawn by its corners.
  const inHand = editor?.isShapeEditable ? open?.id : undefined
  const shapes = useMemo(
    () =>
      (zones ?? [])
        .filter(({ id }) => id !== inHand)
        .map((zone) => onMap(zone, zone.active ? price(zone) || t('kind.no_service') : t('off'))),
    [zones, inHand, price, t]
  )
  const { data: region } = useRegion()
  const whole = useMemo(
    () => (open ? areaCorners(open.geojson) : overviewOf(zones ?? [], region?.bbox)),
    [open, zones, region]
  )
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
      fitKey={open?.id ?? (wasClosed ? 'drawn' : zones ? 'zones' : 'region')}
      padding={padding}
      controls={controls}
      onPress={isDrawing ? (at) => editor?.step({ do: 'add', at }) : undefined}
      onLeave={editor ? onLeave : undefined}
    >
      <ZoneLayer zones={shapes} chosen={open?.id ?? null} onChoose={onChoose} />
      {editor && draft && <PolygonEditor draft={draft} onStep={editor.step} />}
    </MapView>
  )
}
