import { Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { DropSign, PlaceField, type SavedPlace, StopSign, useCovers } from '@/entities/place'
import type { NewRoute, RoutePlace } from './use-new-route'

const noPlaces: readonly SavedPlace[] = []

interface RouteRowProps {
  one: RoutePlace
  index: number
  route: NewRoute
  riderId: string | null
  isSearched: boolean
  onSearch: (isSearched: boolean) => void
}

/** One row of the route dialog: a stop or the drop-off. While another place for it is chosen, the row is a search field. */
export function RouteRow({ one, index, route, riderId, isSearched, onSearch }: RouteRowProps) {
  const { t } = useTranslation(['reroute', 'trips'])
  const covers = useCovers()
  const [listPlace, setListPlace] = useState<HTMLElement | null>(null)
  const change = useRef<HTMLButtonElement>(null)
  const isDrop = one.key === 'drop'
  const sign = isDrop ? <DropSign /> : <StopSign index={index + 1} />
  const label = isDrop ? t('ride:route.drop') : t('ride:route.stop', { place: index + 1 })
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
          near={one.place ?? route.places.at(-1)?.place ?? null}
          covers={covers}
          userId={riderId}
          {...(riderId ? {} : { offered: noPlaces })}
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
        <span className="pe-2 text-xs text-muted">{t('reached')}</span>
      ) : (
        <>
          <Button
            ref={change}
            size="icon-sm"
            className="pointer-coarse:size-11"
            variant="ghost"
            aria-label={t('change', { place: label })}
            onClick={() => onSearch(true)}
          >
            <Pencil aria-hidden />
          </Button>
          {!isDrop && (
            <Button
              size="icon-sm"
              className="pointer-coarse:size-11"
              variant="ghost"
              aria-label={t('remove', { place: label })}
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
