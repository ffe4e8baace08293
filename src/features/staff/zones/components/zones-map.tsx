import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MapPadding, MapView, PolygonEditor, useRegion, ZoneLayer } from '@/components/map'
import { areaCorners } from '@/lib/geo/area'
import type { ZoneEditor } from '../hooks/use-zone-editor'
import { useZoneWords } from '../hooks/use-zone-words'
import { onMap, overviewOf, type Zone } from '../model'

interface ZonesMapProps {
  zones: readonly Zone[] | undefined
  /** The open zone, which must be in view; null if none is open. */
  open: Zone | null
  editor: ZoneEditor | null
  padding: MapPadding
  controls: boolean
  onChoose: ((id: string) => void) | undefined
  /** Called when Escape is pressed on the map while a zone is open. */
  onLeave: () => void
}

/** The map of all zones. The open zone is drawn with corners that can be moved. */
export function ZonesMap({ zones, open, editor, padding, controls, onChoose, onLeave }: ZonesMapProps) {
  const { t } = useTranslation('zones')
  const { price } = useZoneWords()
  // The id of the zone that is drawn by its movable corners and not as a shape.
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
  // Whether the new area has been closed at least once (its last corner connected to the first). From then on the map's view
  // fits the area, even while steps are undone.
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
