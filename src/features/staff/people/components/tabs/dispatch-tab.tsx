import { Radar } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import useSWR from 'swr'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { Pending } from '@/components/ui/pending'
import { Segmented } from '@/components/ui/segmented'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { useFormat } from '@/entities/settings'
import { type DispatchAnswer, getDispatchAnswers, getLostClaims } from '../../queries'
import type { TabProps } from './tab-props'

const SPANS = ['3', '24', '168'] as const

/** Lists nearby bookings that a driver was not offered, each with the reason. */
export function DispatchTab({ person }: TabProps) {
  const { t } = useTranslation('people')
  const [hours, setHours] = useState<(typeof SPANS)[number]>('24')
  const { data, error, mutate } = useSWR(['dispatch-answers', person.id, hours], ([, id, span]) =>
    getDispatchAnswers(id, Number(span))
  )
  return (
    <div className="max-w-4xl space-y-4 p-4 md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-pretty text-muted">{t('dispatch.lead')}</p>
        <Segmented
          label={t('dispatch.span')}
          value={hours}
          onChange={(value) => setHours(value as typeof hours)}
          options={SPANS.map((value) => ({ value, label: t(`dispatch.hours_${value}`) }))}
        />
      </div>
      {data ? (
        <Answers answers={data} />
      ) : (
        <Pending error={error} onRetry={() => void mutate()}>
          <Skeleton className="h-64" />
        </Pending>
      )}
      <LostClaims driverId={person.id} />
    </div>
  )
}

/** The claimed rides that the driver did not keep, counted by reason; nothing if there are none. */
function LostClaims({ driverId }: { driverId: string }) {
  const { t } = useTranslation('people')
  const { data = [] } = useSWR(['lost-claims', driverId], ([, id]) => getLostClaims(id))
  const titleId = useId()
  if (data.length === 0) return null
  return (
    <section className="space-y-2">
      <h3 id={titleId} className="text-sm font-semibold">
        {t('dispatch.lost_claims')}
      </h3>
      <ul aria-labelledby={titleId} className="flex flex-wrap gap-2">
        {data.map(({ reason, times }) => (
          <li key={reason}>
            <Badge>
              <span className="font-semibold tabular">{times}</span> {t([`dispatch.lost.${reason}`])}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Answers({ answers }: { answers: readonly DispatchAnswer[] }) {
  const { t } = useTranslation('people')
  if (answers.length === 0) {
    return (
      <EmptyState icon={Radar} title={t('dispatch.none')}>
        {t('dispatch.none_hint')}
      </EmptyState>
    )
  }
  const sums = [...new Set(answers.map(({ reason }) => reason))].map((reason) => ({
    reason,
    count: answers.filter((answer) => answer.reason === reason).length
  }))
  return (
    <>
      <ul aria-label={t('dispatch.sums')} className="flex flex-wrap gap-2">
        {sums
          .toSorted((a, b) => b.count - a.count)
          .map(({ reason, count }) => (
            <li key={reason}>
              <Badge>
                <span className="font-semibold tabular">{count}</span> {t([`dispatch.short.${reason}`])}
              </Badge>
            </li>
          ))}
      </ul>
      <ol aria-label={t('tab.dispatch')} className="divide-y divide-line rounded-card border border-line text-sm">
        {answers.map((answer) => (
          <Answer key={`${answer.at}${answer.reference}`} answer={answer} />
        ))}
      </ol>
    </>
  )
}

function Answer({ answer }: { answer: DispatchAnswer }) {
  const { t } = useTranslation('people')
  const { dateTime, distance } = useFormat()
  const { booking_id, reference, at, asked, reason, distance_km, times } = answer
  return (
    <li className="flex items-start gap-4 px-4 py-3">
      <span className="w-36 shrink-0 text-muted tabular">{at && dateTime(at)}</span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{t([`dispatch.reason.${reason}`, 'dispatch.reason.other'])}</span>
        <span className="text-muted">
          {booking_id ? (
            <Link className="underline underline-offset-4 hover:text-ink" to={paths.booking(booking_id)}>
              {reference}
            </Link>
          ) : (
            t('dispatch.other_fleet')
          )}
          {distance_km !== null && ` · ${t('dispatch.away', { distance: distance(distance_km) })}`}
          {(times ?? 1) > 1 && ` · ${t('dispatch.times', { count: times ?? 1 })}`}
        </span>
      </span>
      <Badge tone={asked ? 'info' : 'neutral'}>{t(asked ? 'dispatch.asked' : 'dispatch.passed')}</Badge>
    </li>
  )
}
