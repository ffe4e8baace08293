import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Badge, type Tone } from '@/components/ui/badge'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { useFormat } from '@/entities/settings'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { panelKeys } from '../keys'
import type { SectionProps } from './section-props'

/** A driver whom the search considered, whether or not they got an offer. */
interface Considered {
  driver_id: string
  driver_name?: string
  vehicle_number?: string
  distance_km?: number
  outcome?: string
  reason?: string
}

interface Wave {
  wave: number
  at: string
  mode: string
  radius_km: number | null
  candidates: Considered[]
  exclusions: Considered[]
  reasons: Record<string, number>
}

const getWaves = async (bookingId: string): Promise<Wave[]> =>
  ((await unwrap(supabase.rpc('dispatch_log', { booking_id: bookingId }))) as unknown as Wave[]).toReversed()

/** The log of the search for a driver: who got an offer, and why other drivers got none. The latest search comes first. */
export function DispatchLog({ booking }: SectionProps) {
  const { t } = useTranslation('panel')
  const { data, error, mutate } = useSWR(panelKeys.waves(booking.id), ([, id]) => getWaves(id))
  if (!data) {
    return (
      <Pending error={error} onRetry={() => void mutate()}>
        <Skeleton className="h-40" />
      </Pending>
    )
  }
  if (data.length === 0) return <p className="text-muted">{t('dispatch.none')}</p>
  return (
    <ol className="space-y-5">
      {data.map((wave) => (
        <li key={`${wave.at} ${wave.wave}`}>
          <WaveBlock wave={wave} />
        </li>
      ))}
    </ol>
  )
}

function WaveBlock({ wave }: { wave: Wave }) {
  const { t } = useTranslation('panel')
  const { dateTime, distance } = useFormat()
  const isAssigned = wave.mode === 'assigned'
  const title =
    isAssigned || wave.mode === 'door' ? t(`dispatch.${wave.mode}`) : t('dispatch.wave', { wave: wave.wave })
  const others = Object.values(wave.reasons).reduce((sum, count) => sum + count, 0)
  return (
    <section className="space-y-2">
      <header className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-semibold">{title}</h3>
        <time dateTime={wave.at} className="text-xs text-muted tabular">
          {dateTime(wave.at)}
        </time>
      </header>
      {!isAssigned && (
        <p className="text-muted">
          {t('dispatch.asked', { count: wave.candidates.length })}
          {wave.radius_km !== null && ` · ${t('dispatch.radius', { distance: distance(wave.radius_km) })}`}
        </p>
      )}
      <Drivers rows={wave.candidates} />
      {others > 0 && (
        <details>
          <summary className="cursor-pointer text-muted underline decoration-dotted underline-offset-4">
            {t('dispatch.others', { count: others, reasons: reasonWords(t, wave.reasons) })}
          </summary>
          <div className="mt-2">
            <Drivers rows={wave.exclusions} />
          </div>
        </details>
      )}
    </section>
  )
}

const reasonWords = (t: TFunction<'panel'>, reasons: Record<string, number>): string =>
  Object.entries(reasons)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${count} ${t([`why.${reason}`, 'why.other'])}`)
    .join(', ')

const tones: Record<string, Tone> = { accepted: 'ok', declined: 'bad', open: 'warn' }

function Drivers({ rows }: { rows: readonly Considered[] }) {
  const { t } = useTranslation('panel')
  const { distance } = useFormat()
  if (rows.length === 0) return null
  return (
    <ul className="divide-y divide-line rounded-control border border-line">
      {rows.map((row) => (
        <li key={row.driver_id} className="flex min-h-9 items-center gap-3 px-3 py-1">
          <span className="min-w-0 flex-1 truncate">
            <bdi>{row.driver_name || t('common:no_name')}</bdi>
            {row.vehicle_number && <bdi className="ms-2 text-xs text-muted">{row.vehicle_number}</bdi>}
          </span>
          {row.distance_km !== undefined && <span className="text-muted tabular">{distance(row.distance_km)}</span>}
          {row.outcome ? (
            <Badge tone={tones[row.outcome] ?? 'neutral'}>{t(`dispatch.outcome.${row.outcome}`)}</Badge>
          ) : (
            row.reason && <span className="text-muted">{t([`why.${row.reason}`, 'why.other'])}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
