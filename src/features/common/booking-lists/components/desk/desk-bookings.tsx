import { type KeyboardEvent, lazy, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createLitRows, DataTable } from '@/components/data-table'
import { Kbd } from '@/components/ui/kbd'
import { LateDialog } from '@/components/ui/late-dialog'
import { Segmented } from '@/components/ui/segmented'
import type { StaffBooking } from '@/entities/booking'
import { useTableHost } from '@/entities/person'
import { useMedia } from '@/lib/page/use-media'
import { cn } from '@/lib/utils'
import { AttentionBar, AttentionContext } from './attention/attention-bar'
import { nextOf, useAttention } from './attention/use-attention'
import { DeskActions } from './desk-actions'
import { DeskSide } from './desk-side'
import { createFacts } from './facts/facts-store'
import { openNow, useOpenBooking } from './open-booking'
import { useAlarmSound, useArrivalSound, useVolume } from './sounds/use-sounds'
import { useAsk } from './use-ask'
import { useBookingTable } from './use-booking-table'
import { keys, useDeskKeys } from './use-desk-keys'
import { useFollowing } from './use-following'

const BookingAction = lazy(() => import('../panel').then((part) => ({ default: part.BookingAction })))

const noRows: readonly StaffBooking[] = []
type Side = 'list' | 'map'

/** The page of all bookings for staff (the desk): a table with the attention bar, and a map beside it or in a second view. */
export function DeskBookings({ topic }: { topic: string }) {
  const { t } = useTranslation('desk')
  const host = useTableHost()
  const isWide = useMedia('(min-width: 64rem)')
  const [side, setSide] = useState<Side>('list')
  const [known, setRows] = useState<readonly StaffBooking[] | null>(null)
  const rows = known ?? noRows
  const [lit] = useState(createLitRows)
  const [facts] = useState(createFacts)
  const booking = useOpenBooking(lit)
  const attention = useAttention(topic)
  const sound = useVolume(host.personId)
  const { asked, ask, setAsked } = useAsk(rows)
  const takesFocus = useRef(false)
  const { open, close } = booking
  useArrivalSound(topic, sound.volume, rows)
  useAlarmSound(attention.rows, sound.volume)
  useFollowing(lit, booking.id, open)
  useEffect(() => facts.start(), [facts])
  useEffect(() => facts.want(wantedOf(rows)), [facts, rows])
  const openRow = useCallback(
    (row: StaffBooking, how: 'key' | 'look') => {
      takesFocus.current = how === 'key'
      open(row.id)
    },
    [open]
  )
  const leave = () => {
    const id = booking.id
    close()
    if (id) lit.focus(id)
  }
  const look = () => {
    const id = nextOf(attention.rows ?? [], openNow())
    if (!id) clickFirst()
    takesFocus.current = id !== null
    if (id) open(id)
  }
  const current = () => (document.activeElement?.closest('[data-rows]') ? lit.focused() : null) ?? booking.id
  useDeskKeys({ current, onAsk: ask, onMap: () => moveFocus(isWide, side, setSide), onAttention: look })
  const above = useMemo(() => <AttentionBar onOpen={open} />, [open])
  const action = useMemo(() => <DeskActions sound={sound} />, [sound])
  const parts = useMemo(
    () => ({ lit, facts, above, action, onOpen: openRow, onRows: setRows }),
    [lit, facts, above, action, openRow]
  )
  const definition = useBookingTable(topic, setAsked, parts)
  // Memoized, so that opening the drawer or playing a sound does not rerender the rows.
  const table = useMemo(() => <DataTable definition={definition} host={host} />, [definition, host])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Closes the open booking, unless a dialog or menu above it has already used the Escape key.
    if (event.key !== 'Escape' || event.defaultPrevented || !booking.id) return
    if (event.currentTarget.contains(event.target as Node)) leave()
  }
  return (
    <main id="main" className="flex h-[calc(100svh-var(--bar))] min-h-[30rem] max-lg:flex-col" onKeyDown={onKeyDown}>
      {!isWide && (
        <Segmented
          label={t('side.label')}
          className="mx-4 mt-2 md:mx-6"
          value={side}
          onChange={setSide}
          options={(['list', 'map'] as const).map((value) => ({
            value,
            label: (
              <>
                {t(`side.${value}`)}
                {value !== side && <Kbd keys={keys.map} className="ms-2 max-md:hidden" />}
              </>
            )
          }))}
        />
      )}
      <div data-desk="list" className={cn('min-h-0 min-w-0 flex-1', !isWide && side === 'map' && 'hidden')}>
        <AttentionContext value={attention}>{table}</AttentionContext>
      </div>
      <DeskSide
        isWide={isWide}
        isMapShown={isWide || side === 'map'}
        isMapDue={known !== null}
        personId={host.personId}
        rows={rows}
        attention={attention.rows ?? []}
        lit={lit}
        openId={booking.id}
        takesFocus={takesFocus}
        onOpen={open}
        onClose={leave}
      />
      {asked && (
        <LateDialog>
          <BookingAction bookingId={asked.booking.id} action={asked.command} onClose={() => setAsked(null)} />
        </LateDialog>
      )}
    </main>
  )
}

/**
 * Returns the ids of the bookings that wait for a driver or are on the road. Their facts are requested at an interval, because
 * they change without an event.
 */
const wantedOf = (rows: readonly StaffBooking[]): string[] =>
  rows.filter(({ status }) => /^(NEW|ACCEPTED|ARRIVED|STARTED)$/.test(status)).map(({ id }) => id)

/**
 * Opens the first alarm of a person without a trip, by a click on its row. Such an alarm has no booking that could be opened.
 */
function clickFirst() {
  document.querySelector<HTMLElement>('[data-alarm]')?.click()
}

/** Moves the focus between list and map. In a narrow window, where only one of them is visible, it shows the other one. */
function moveFocus(isWide: boolean, side: Side, setSide: (side: Side) => void): void {
  if (!isWide) {
    setSide(side === 'map' ? 'list' : 'map')
    return
  }
  const isInMap = document.activeElement?.closest('[data-desk=map]') !== null
  const to = isInMap ? '[data-desk=list] [data-rows] [tabindex="0"]' : '[data-desk=map] canvas'
  document.querySelector<HTMLElement>(to)?.focus()
}
