import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ErrorBanner } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { usePlaceName } from '@/entities/place'
import { useFormat } from '@/entities/settings'
import { serverNow } from '@/lib/time/server-clock'
import { hoursBack } from '../../model/hours-back'
import { townOf } from '../../model/town'
import { type Asking, useAskings } from './queries'

/**
 * Lists the rides and parcels nearby in a chosen hour of the last 24. For each it says how this driver answered the offer, or
 * why there was none.
 */
export function WhyNotAsked({ driverId }: { driverId: string }) {
  const { t } = useTranslation('driver_trips')
  const { time } = useFormat()
  const heading = useId()
  const [hours] = useState(() => hoursBack(serverNow()))
  const [hour, setHour] = useState<number | null>(null)
  const { data, error, mutate } = useAskings(driverId, hour)
  return (
    <section aria-labelledby={heading} className="space-y-3">
      <h2 id={heading} className="text-xl font-semibold">
        {t('asked.title')}
      </h2>
      <p className="text-sm text-pretty text-muted">{t('asked.text')}</p>
      {hour === null ? (
        <Button size="lg" className="w-full" onClick={() => setHour(hours[0] ?? null)}>
          {t('asked.show')}
        </Button>
      ) : (
        <Field label={t('asked.hour')}>
          {(control) => (
            <Select isTall {...control} value={String(hour)} onChange={({ target }) => setHour(Number(target.value))}>
              {hours.map((begin) => (
                <option key={begin} value={begin}>
                  {t('asked.from_to', { from: time(begin), to: time(begin + 3_600_000) })}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {error ? <ErrorBanner error={error} onRetry={() => void mutate()} /> : null}
      {hour !== null && !data && !error && <Skeleton className="h-24 rounded-card" />}
      {data?.length === 0 && <p className="rounded-card bg-soft p-4 text-sm text-pretty">{t('asked.none')}</p>}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-card">
          {data.map((asking) => (
            <AskingRow key={`${asking.at} ${asking.area_lat} ${asking.area_lng} ${asking.reason}`} asking={asking} />
          ))}
        </ul>
      )}
    </section>
  )
}

function AskingRow({ asking: { at, area_lat, area_lng, asked, reason, category } }: { asking: Asking }) {
  const { t } = useTranslation('driver_trips')
  const { time } = useFormat()
  const town = townOf(usePlaceName({ lat: area_lat, lng: area_lng }))
  return (
    <li className="space-y-1 px-4 py-3 text-sm">
      <p className="flex items-center gap-3">
        <time dateTime={at} className="font-semibold tabular">
          {time(at)}
        </time>
        <span className="min-w-0 flex-1 truncate text-muted">
          {[t(`asked.category.${category}`), town && t('claim.near', { town })].filter(Boolean).join(' · ')}
        </span>
        <Badge tone={asked ? 'ok' : 'neutral'}>{t(asked ? 'asked.yes' : 'asked.no')}</Badge>
      </p>
      <p className="text-pretty">{t([`asked.reason.${asked ? 'asked' : 'passed'}.${reason}`, 'asked.reason.other'])}</p>
    </li>
  )
}
