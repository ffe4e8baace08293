import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import type { Booking } from '@/entities/booking'
import type { Quote } from '@/entities/fare'
import { DropSign, PlaceField, type SavedPlace, StopSign } from '@/entities/place'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/use-error-text'
import { changeRoute } from '../api'
import { ActionFrame, useAction } from './action-frame'
import type { ActionDialogProps } from './dialog-props'
import { type NewRoute, type RoutePlace, useNewRoute } from './use-new-route'

/** Another drop or other stops, with the old and the new price before anything is changed. */
export function RouteDialog({ booking, onClose }: ActionDialogProps) {
  const { t } = useTranslation('panel')
  const errorText = useErrorText()
  const route = useNewRoute(booking)
  const [searched, setSearched] = useState<string | null>(null)
  const { data: quote, error, isLoading } = route.quote
  const change = useAction(booking.id, onClose, t('dialog.change_route.done'), (quoteId: string, key) =>
    changeRoute(booking.id, quoteId, key)
  )
  return (
    <ActionFrame
      title={t('dialog.change_route.title')}
      text={t('dialog.change_route.text')}
      confirm={t('dialog.change_route.confirm')}
      disabled={!quote?.quote_id || !route.isNew}
      command={change}
      onConfirm={() => quote?.quote_id && void change.run(quote.quote_id)}
      onClose={onClose}
    >
      <ol className="space-y-2">
        {route.places.map((one, index) => (
          <RouteRow
            key={one.key}
            one={one}
            index={index}
            route={route}
            isSearched={searched === one.key || one.place === null}
            onSearch={(isSearched) => setSearched(isSearched ? one.key : null)}
          />
        ))}
      </ol>
      <Button size="sm" variant="ghost" className="mt-2" onClick={() => setSearched(route.add())}>
        <Plus aria-hidden />
        {t('dialog.change_route.add_stop')}
      </Button>
      {error && (
        <Alert tone="bad" className="mt-3">
          {errorText(error)}
        </Alert>
      )}
      {isLoading && <Skeleton className="mt-3 h-16" />}
      {quote && route.isNew && <Prices booking={booking} quote={quote} />}
    </ActionFrame>
  )
}

const noPlaces: readonly SavedPlace[] = []

interface RouteRowProps {
  one: RoutePlace
  index: number
  route: NewRoute
  isSearched: boolean
  onSearch: (isSearched: boolean) => void
}

function RouteRow({ one, index, route, isSearched, onSearch }: RouteRowProps) {
  const { t } = useTranslation(['panel', 'trips'])
  const [listPlace, setListPlace] = useState<HTMLElement | null>(null)
  const change = useRef<HTMLButtonElement>(null)
  const isDrop = one.key === 'drop'
  const sign = isDrop ? <DropSign /> : <StopSign index={index + 1} />
  const label = isDrop ? t('trips:route.drop') : t('trips:route.stop', { place: index + 1 })
  if (isSearched) {
    return (
      <li className="rounded-control border border-line">
        <PlaceField
          label={label}
          sign={sign}
          value={one.place}
          onChange={(place) => {
            if (!place) return
            route.set(one.key, place)
            onSearch(false)
            setTimeout(() => change.current?.focus())
          }}
          onPickOnMap={() => {}}
          near={one.place}
          covers={() => true}
          userId={null}
          // Where the office is says nothing about a ride.
          offered={noPlaces}
          isSearched
          listPlace={listPlace}
        />
        <div ref={setListPlace} className="max-h-60 overflow-y-auto" />
      </li>
    )
  }
  return (
    <li className="flex min-h-11 items-center gap-3 rounded-control border border-line ps-3.5 pe-1.5">
      {sign}
      <span className="sr-only">{label}</span>
      <span className="min-w-0 flex-1 truncate">
        <bdi>{one.place?.add}</bdi>
      </span>
      {one.isReached ? (
        <span className="pe-2 text-xs text-muted">{t('dialog.change_route.reached')}</span>
      ) : (
        <>
          <Button
            ref={change}
            size="icon-sm"
            variant="ghost"
            aria-label={t('dialog.change_route.change', { place: label })}
            onClick={() => onSearch(true)}
          >
            <Pencil aria-hidden />
          </Button>
          {!isDrop && (
            <Button
              size="icon-sm"
              variant="ghost"
              aria-label={t('dialog.change_route.remove', { place: label })}
              onClick={() => route.remove(one.key)}
            >
              <Trash2 aria-hidden />
            </Button>
          )}
        </>
      )}
    </li>
  )
}

function Prices({ booking, quote }: { booking: Booking; quote: Quote }) {
  const { t } = useTranslation('panel')
  const { money, distance, duration } = useFormat()
  const difference = quote.trip_cost - booking.trip_cost
  return (
    <dl aria-live="polite" className="mt-3 space-y-1 rounded-control bg-soft px-3.5 py-3 text-sm tabular">
      <div className="flex justify-between gap-4 text-muted">
        <dt>{t('dialog.change_route.before')}</dt>
        <dd>{money(booking.trip_cost)}</dd>
      </div>
      <div className="flex justify-between gap-4 font-semibold">
        <dt>
          {t('dialog.change_route.after')}{' '}
          <span className="font-normal text-muted">
            {distance(quote.distance_in_km)} · {duration(quote.time_in_secs)}
          </span>
        </dt>
        <dd>{money(quote.trip_cost)}</dd>
      </div>
      <div className="flex justify-between gap-4 text-muted">
        <dt>{t('dialog.change_route.difference')}</dt>
        <dd dir="ltr">
          {difference > 0 ? '+ ' : difference < 0 ? '− ' : ''}
          {money(Math.abs(difference))}
        </dd>
      </div>
    </dl>
  )
}
