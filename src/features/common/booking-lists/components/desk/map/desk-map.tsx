import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { LitRows } from '@/components/data-table'
import {
  DriverLayer,
  DropMarker,
  MapBounds,
  type MapDriver,
  type MapPadding,
  MapView,
  PickupMarker,
  PinLayer,
  useRegion
} from '@/components/map'
import { dropOf, type StaffBooking } from '@/entities/booking'
import { useMapDrivers } from '@/entities/person'
import { type Bbox, cornersOf, type LatLng } from '@/lib/geo/geo'
import type { Replay } from '../../panel/trail/replay'
import { ReplayLayer } from '../../panel/trail/replay-layer'
import type { AttentionRow } from '../attention/use-attention'
import { pinsOf, placesOf } from './places'

export interface DeskMapProps {
  rows: readonly StaffBooking[]
  attention: readonly AttentionRow[]
  lit: LitRows
  openId: string | null
  /** The replay of the open booking, which shows the route that its car has driven; null if it is not shown. */
  replay: Replay | null
  padding: MapPadding
  onOpen: (id: string) => void
}

/**
 * The desk's map: drivers on duty as they move, and the pickups of the listed bookings. Hovering over a marker highlights its
 * row in the list, and hovering over a row highlights its marker.
 */
export function DeskMap({ rows, attention, lit, openId, replay, padding, onOpen }: DeskMapProps) {
  const { t } = useTranslation('desk')
  const { data: region } = useRegion()
  const [area, setArea] = useState<Bbox | null>(null)
  const { drivers } = useMapDrivers(area)
  const cars = useMemo<MapDriver[]>(
    () => (drivers ?? []).map(({ state, ...driver }) => ({ ...driver, tone: state })),
    [drivers]
  )
  const pins = useMemo(() => pinsOf(rows, attention), [rows, attention])
  const litId = useSyncExternalStore(lit.subscribe, lit.lit) ?? openId
  const shown = rows.find(({ id }) => id === litId)
  const opened = useMemo(
    () =>
      placesOf(
        rows.find(({ id }) => id === openId),
        attention,
        openId
      ),
    [rows, attention, openId]
  )
  const home = region && cornersOf(region.bbox)
  const choose = useCallback(
    (id: string) => {
      // An alarm of a driver without a trip has no booking to open: click its row instead, which opens it.
      const row = document.querySelector<HTMLElement>(`[data-alarm="${id}"]`)
      if (row) return row.click()
      lit.show(id)
      onOpen(id)
    },
    [lit, onOpen]
  )
  const chooseDriver = useCallback(
    (driverId: string) => {
      const row = rows.find(({ driver_id, engaged_at }) => driver_id === driverId && engaged_at)
      if (row) choose(row.id)
    },
    [rows, choose]
  )
  return (
    <MapView
      label={t('map')}
      listElsewhere={t('map_list')}
      className="size-full"
      fit={opened.length > 0 ? opened : home}
      fitKey={opened.length > 0 ? (openId ?? 'alarm') : 'region'}
      nearest={14.5}
      padding={padding}
      controls
    >
      <MapBounds onBounds={setArea} />
      <PinLayer pins={pins} lit={litId} onPoint={lit.light} onChoose={choose} />
      <DriverLayer drivers={cars} chosen={shown?.driver_id ?? null} onChoose={chooseDriver} />
      {replay && <ReplayLayer replay={replay} />}
      {shown && <Ends booking={shown} />}
    </MapView>
  )
}

function Ends({ booking }: { booking: StaffBooking }) {
  const { t } = useTranslation('desk')
  const drop: LatLng = dropOf(booking)
  return (
    <>
      <PickupMarker
        lat={booking.pickup_lat}
        lng={booking.pickup_lng}
        label={t('pickup_of', { name: booking.reference })}
      />
      <DropMarker {...drop} label={t('drop_of', { name: booking.reference })} />
    </>
  )
}
