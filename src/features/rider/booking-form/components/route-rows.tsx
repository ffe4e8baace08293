import { ArrowUpDown, GripVertical, Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReorder } from '@/components/reorder/use-reorder'
import { LiveRegion } from '@/components/ui/live-region'
import { MAX_STOPS, placeAt, placesOf, reordered, type Slot, slotAt, useCovers } from '@/entities/place'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { cn } from '@/lib/utils'
import { useBookingCars, useBookingDraft, useBookingFare } from '../hooks/use-booking-screen'
import { RouteField } from './route-field'

const small = 'grid size-8 shrink-0 place-items-center rounded-control text-muted hover:bg-line hover:text-ink'
const problem = 'ps-10 pe-3 pt-1 pb-2 text-sm text-bad'

interface RouteRowsProps {
  /** True if the rows are the top of a full-screen search. */
  isSearching: boolean
  isCompact: boolean
  listPlace: HTMLElement | null | undefined
}

/** Pickup, stops and drop, one below the other; with stops in between, each row can be dragged to another position. */
export function RouteRows({ isSearching, isCompact, listPlace }: RouteRowsProps) {
  const { state, dispatch } = useBookingDraft()
  const { draft } = state
  const { said, list, dragged, handle } = useRouteOrder()
  const way = dragged ? reordered(draft, dragged.from, dragged.to) : draft
  const places = placesOf(way)
  const hasStops = draft.stops.length > 0
  return (
    <div ref={list} data-rows="" className={isSearching ? 'space-y-1.5' : ''}>
      <LiveRegion>{said}</LiveRegion>
      {places.map((_, index) => {
        const slot = slotAt(way, index)
        return (
          <div
            key={slot === 'drop' ? 'drop' : index}
            data-place={index}
            className={cn(dragged?.to === index && 'rounded-control bg-line')}
          >
            <RouteField
              slot={slot}
              value={placeAt(way, slot)}
              isSearching={isSearching}
              isCompact={isCompact}
              listPlace={listPlace}
              action={
                <>
                  <RowAction slot={slot} isSearching={isSearching} />
                  {hasStops && <Handle index={index} {...handle(index, places.length)} />}
                  {!hasStops && !isSearching && slot === 'pickup' && (draft.pickup || draft.drop) && (
                    <Swap onSwap={() => dispatch({ do: 'swap' })} />
                  )}
                </>
              }
            />
            <Outside slot={slot} />
            <Unfit slot={slot} />
          </div>
        )
      })}
    </div>
  )
}

/** Moves a row by its handle, announces the row's new position, and keeps the focus on the handle. */
function useRouteOrder() {
  const { t } = useTranslation('booking')
  const { state, dispatch } = useBookingDraft()
  const [said, say] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const { draft } = state
  const move = (from: number, to: number) => {
    const places = placesOf(draft)
    dispatch({ do: 'reorder', from, to })
    say(t('moved', { place: places[from]?.add ?? t('stop', { index: from }), index: to + 1, count: places.length }))
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-place="${to}"] [data-handle]`)?.focus())
  }
  return { said, list, ...useReorder(move) }
}

type HandleProps = ReturnType<ReturnType<typeof useReorder>['handle']> & { index: number }

function Handle({ index, ...events }: HandleProps) {
  const { t } = useTranslation('booking')
  const { state } = useBookingDraft()
  const { draft } = state
  const slot = slotAt(draft, index)
  const name = typeof slot === 'string' ? t(slot) : t('stop', { index })
  return (
    <button
      type="button"
      data-handle=""
      aria-label={t('move_place', { place: placeAt(draft, slot)?.add ?? name })}
      className={cn(small, 'cursor-grab touch-none')}
      {...events}
    >
      <GripVertical aria-hidden className="size-4" />
    </button>
  )
}

/** A message below a place that is outside the service area. */
function Outside({ slot }: { slot: Slot }) {
  const errorText = useErrorText()
  const { state } = useBookingDraft()
  const { car } = useBookingCars()
  const { prices } = useBookingFare()
  const covers = useCovers()
  const place = placeAt(state.draft, slot)
  const isRefused = car !== null && Boolean(prices.quotes?.[car.id]?.error)
  if (!place || !isRefused || covers(place)) return null
  return (
    <p role="alert" className={problem}>
      {errorText('outside_region')}
    </p>
  )
}

/** Says why a place from a link could not be filled in; shown until the person chooses a place. */
function Unfit({ slot }: { slot: Slot }) {
  const { t } = useTranslation('booking_link')
  const { state } = useBookingDraft()
  const { key, words } = state.unfit[JSON.stringify(slot)] ?? {}
  if (!key || placeAt(state.draft, slot)) return null
  return (
    <p role="alert" className={problem}>
      {t(`unfit.${key}`, { words })}
    </p>
  )
}

function RowAction({ slot, isSearching }: { slot: Slot; isSearching: boolean }) {
  if (slot === 'pickup') return <RouteFacts />
  if (slot === 'drop') return isSearching ? null : <AddStop />
  return <RemoveStop index={slot.stop} />
}

/** The distance and duration of the route, once known. */
function RouteFacts() {
  const { distance, duration } = useFormat()
  const { quote } = useBookingFare()
  if (!quote) return null
  return (
    <span className="shrink-0 pe-2 text-sm text-muted tabular tight:sr-only">
      <bdi>{distance(quote.distance_in_km)}</bdi> · <bdi>{duration(quote.time_in_secs)}</bdi>
    </span>
  )
}

function Swap({ onSwap }: { onSwap: () => void }) {
  const { t } = useTranslation('booking')
  return (
    <button type="button" aria-label={t('search.swap')} onClick={onSwap} className={small}>
      <ArrowUpDown aria-hidden className="size-4" />
    </button>
  )
}

function AddStop() {
  const { t } = useTranslation('booking')
  const { state, dispatch } = useBookingDraft()
  if (!state.draft.drop) return null
  if (state.draft.stops.length >= MAX_STOPS) {
    return <span className="px-2 text-xs whitespace-nowrap text-muted">{t('stops_full', { most: MAX_STOPS })}</span>
  }
  return (
    <button
      type="button"
      aria-label={t('add_stop_label')}
      onClick={() => dispatch({ do: 'add_stop' })}
      className="inline-flex h-8 items-center gap-1.5 rounded-control px-2 text-sm font-medium whitespace-nowrap hover:bg-line"
    >
      <Plus aria-hidden className="size-4" />
      {t('add_stop')}
    </button>
  )
}

function RemoveStop({ index }: { index: number }) {
  const { t } = useTranslation('booking')
  const { dispatch } = useBookingDraft()
  return (
    <button
      type="button"
      aria-label={t('remove_stop', { index: index + 1 })}
      onClick={() => dispatch({ do: 'remove_stop', index })}
      className={small}
    >
      <X aria-hidden className="size-4" />
    </button>
  )
}
