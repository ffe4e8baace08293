import { MapPin, Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Button } from '@/components/ui/button'
import { DropSign, PlaceField, useCovers } from '@/entities/place'
import { useFormat } from '@/entities/settings'
import type { LatLng, Place } from '@/lib/geo/geo'
import { keptWhile } from '@/lib/server/kept-while'
import type { LegProgress } from '../../model/leg'
import { getStreetFare } from './queries'

const noPlaces: readonly never[] = []

interface StreetGoalProps {
  bookingId: string
  goal: Place | null
  near: LatLng
  /** The way to the destination; null while it is unknown. */
  progress: LegProgress | null
  /** When the car will be there (ms); null if unknown. */
  arrival: number | null
  onChange: (goal: Place | null) => void
}

/** The destination of a street trip, which the passenger may name on the way, with the fare that the meter will show there. */
export function StreetGoal({ bookingId, goal, near, progress, arrival, onChange }: StreetGoalProps) {
  const { t } = useTranslation('street')
  const covers = useCovers()
  const [isSearching, setSearching] = useState(false)
  const [list, setList] = useState<HTMLElement | null>(null)
  if (isSearching) {
    return (
      <section aria-label={t('goal.label')} className="rounded-control border border-line">
        <PlaceField
          label={t('goal.label')}
          sign={<DropSign />}
          value={goal}
          onChange={(place) => {
            if (!place) return
            onChange(place)
            setSearching(false)
          }}
          onPickOnMap={() => {}}
          near={near}
          covers={covers}
          userId={null}
          offered={noPlaces}
          isSearched
          listPlace={list}
          action={
            <Button
              size="icon"
              variant="ghost"
              className="size-11"
              aria-label={t('goal.close')}
              onClick={() => setSearching(false)}
            >
              <X aria-hidden />
            </Button>
          }
        />
        <div ref={setList} className="max-h-60 overflow-y-auto" />
      </section>
    )
  }
  if (!goal) {
    return (
      <Button size="lg" variant="outline" className="w-full" onClick={() => setSearching(true)}>
        <MapPin aria-hidden />
        {t('goal.enter')}
      </Button>
    )
  }
  return (
    <section
      aria-label={t('goal.label')}
      className="flex items-center gap-3 rounded-card border border-line py-2 ps-4 pe-2"
    >
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-pretty">
          <bdi>{goal.add}</bdi>
        </p>
        <Expected bookingId={bookingId} progress={progress} arrival={arrival} />
      </div>
      <Button
        size="icon"
        variant="ghost"
        className="size-11"
        aria-label={t('goal.change')}
        onClick={() => setSearching(true)}
      >
        <Pencil aria-hidden />
      </Button>
      <Button
        size="icon"
        variant="ghost"
        className="size-11"
        aria-label={t('goal.remove')}
        onClick={() => onChange(null)}
      >
        <X aria-hidden />
      </Button>
    </section>
  )
}

/** The way ahead is rounded to this (km), so that the fare is not requested for each position. */
const STEP_KM = 0.2

type AheadKey = readonly ['street-ahead', bookingId: string, km: number, secs: number]
const sameTrip = keptWhile<AheadKey>(([, id], [, before]) => id === before)

function Expected({ bookingId, progress, arrival }: Pick<StreetGoalProps, 'bookingId' | 'progress' | 'arrival'>) {
  const { t } = useTranslation('street')
  const { money, time } = useFormat()
  const km = progress && Math.round(progress.remainingKm / STEP_KM) * STEP_KM
  const secs = progress && Math.round(progress.remainingSecs / 30) * 30
  const { data } = useSWR(
    km === null || secs === null ? null : (['street-ahead', bookingId, km, secs] as const),
    () => getStreetFare(bookingId, { km: km ?? 0, secs: secs ?? 0 }),
    { use: [sameTrip] }
  )
  return (
    <p role="status" className="text-sm text-pretty text-muted tabular">
      {data && t('goal.fare', { amount: money(data.trip_cost) })}
      {data && arrival !== null && ` · ${t('goal.arrival', { time: time(arrival) })}`}
    </p>
  )
}
