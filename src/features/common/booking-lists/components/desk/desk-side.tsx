import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LitRows } from '@/components/data-table'
import { Kbd } from '@/components/ui/kbd'
import { Skeleton } from '@/components/ui/skeleton'
import { SplitPane } from '@/components/ui/split-pane'
import type { StaffBooking } from '@/entities/booking'
import { useHeadless } from '@/lib/page/crumb'
import { cn } from '@/lib/utils'
import type { Replay } from '../panel/trail/replay'
import type { AttentionRow } from './attention/use-attention'
import { keys } from './use-desk-keys'

const BookingPanel = lazy(() => import('../panel').then((part) => ({ default: part.BookingPanel })))
const DeskMap = lazy(() => import('./map/desk-map').then((part) => ({ default: part.DeskMap })))

/** The list keeps the width of its columns; the map gives way, because a dispatcher decides by the list. */
const bounds = { initial: 312, min: 212, rest: 824 }
/** While a booking is open, its panel needs more room than a map alone. */
const openBounds = { ...bounds, min: 300, rest: 520 }
/** Width of the open booking's panel, which covers a part of the map (px). */
const PANEL = 416
const EDGE = 12

interface DeskSideProps {
  isWide: boolean
  isMapShown: boolean
  /** False until the list shows its first rows: starting the map earlier would delay them. */
  isMapDue: boolean
  personId: string
  rows: readonly StaffBooking[]
  attention: readonly AttentionRow[]
  lit: LitRows
  openId: string | null
  /** Whether a panel that opens takes the keyboard focus; true if the booking was opened by keyboard. */
  takesFocus: RefObject<boolean>
  onOpen: (id: string) => void
  onClose: () => void
}

/** The map with the panel of the open booking over it. On a phone, map and list are separate views. */
export function DeskSide({
  isWide,
  isMapShown,
  isMapDue,
  personId,
  openId,
  takesFocus,
  onClose,
  ...map
}: DeskSideProps) {
  const { t } = useTranslation(['desk', 'bookings'])
  useHeadless(!isWide && isMapShown && !openId)
  const [replay, setReplay] = useState<Replay | null>(null)
  const padding = { top: EDGE, right: EDGE, left: EDGE, bottom: isWide && openId ? 320 : EDGE }
  const shown = isMapShown && (
    <div data-desk="map" className="absolute inset-0">
      <Suspense fallback={<div className="size-full bg-map-ground" />}>
        {isMapDue && <DeskMap {...map} replay={replay} openId={openId} padding={padding} />}
      </Suspense>
    </div>
  )
  const panel = openId && (
    <Panel
      key={isWide ? 'wide' : 'phone'}
      isWide={isWide}
      openId={openId}
      takesFocus={takesFocus}
      onReplay={isMapShown ? setReplay : undefined}
      onClose={onClose}
    />
  )
  if (isWide) {
    return (
      <SplitPane
        name="desk-map"
        personId={personId}
        bounds={openId ? openBounds : bounds}
        label={t('map')}
        className="@container flex w-[20.5rem] border-s border-line bg-map-ground"
      >
        {shown}
        <MapKey />
        {panel}
      </SplitPane>
    )
  }
  return (
    <>
      {isMapShown && (
        <div className="relative mt-2 min-h-0 flex-1">
          <h1 className="sr-only">{t('bookings:title_desk')}</h1>
          {shown}
        </div>
      )}
      {panel}
    </>
  )
}

/** A hint on the map with the shortcut that switches between list and map. */
function MapKey() {
  const { t } = useTranslation('desk')
  return (
    <span
      aria-hidden
      title={t('keys.map')}
      className="absolute start-3 bottom-3 z-10 inline-flex items-center gap-1.5 rounded-control border border-line bg-card px-2 py-1 text-xs text-muted"
    >
      {t('map')}
      <Kbd keys={keys.map} />
    </span>
  )
}

interface PanelProps extends Pick<DeskSideProps, 'isWide' | 'takesFocus' | 'onClose'> {
  openId: string
  onReplay: ((replay: Replay | null) => void) | undefined
}

/**
 * The panel of the open booking: at the end side of a wide map, over the lower part of a narrow one; on a phone it covers
 * everything.
 */
function Panel({ isWide, openId, takesFocus, onReplay, onClose }: PanelProps) {
  const { t } = useTranslation('desk')
  const frame = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each booking that opens
  useEffect(() => {
    if (takesFocus.current) frame.current?.focus({ preventScroll: true })
    takesFocus.current = false
  }, [openId])
  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-label={t('open_booking')}
      style={{ '--panel': `${PANEL}px` } as React.CSSProperties}
      className={cn(
        'z-20 flex flex-col overflow-hidden bg-card outline-none',
        isWide
          ? 'absolute inset-x-3 bottom-3 max-h-[calc(100%-10rem)] rounded-card border border-line @3xl:start-auto @3xl:top-3 @3xl:max-h-none @3xl:w-(--panel)'
          : 'fixed inset-x-0 top-(--bar) bottom-0 overflow-y-auto'
      )}
    >
      <Suspense fallback={<Skeleton className="m-5 h-64 rounded-card" />}>
        <BookingPanel bookingId={openId} onClose={onClose} {...(onReplay && { onReplay })} />
      </Suspense>
    </section>
  )
}
