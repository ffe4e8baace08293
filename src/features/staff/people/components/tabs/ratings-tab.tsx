import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import useSWR from 'swr'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { useFormat } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'
import { cn } from '@/lib/utils'
import { getRatings, type Ratings } from '../../queries'
import type { TabProps } from './tab-props'

/** Shows a person's ratings: how often each number of stars was given, and the comments. */
export function RatingsTab({ person }: TabProps) {
  const { t } = useTranslation('people')
  const { data, error, mutate } = useSWR(['ratings', person.id], ([, id]) => getRatings(id))
  if (!data) {
    return (
      <Pending error={error} onRetry={() => void mutate()}>
        <Skeleton className="m-4 h-64 md:m-6" />
      </Pending>
    )
  }
  if (data.details.length === 0) {
    return (
      <EmptyState icon={Star} title={t('ratings.none')}>
        {t('ratings.none_hint')}
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-x-8 gap-y-6 p-4 md:p-6 lg:grid-cols-[18rem_minmax(0,1fr)_minmax(0,1fr)]">
      <Spread ratings={data} />
      <Comments ratings={data} />
      <Latest ratings={data} />
    </div>
  )
}

function Spread({ ratings: { userrating, count, details, tags } }: { ratings: Ratings }) {
  const { t } = useTranslation('people')
  const { locale } = useFormat()
  return (
    <section aria-label={t('ratings.spread')}>
      <p className="text-2xl font-semibold tabular">
        {userrating == null ? '–' : formatNumber(userrating, locale, { minimumFractionDigits: 1 })}
        <span className="ms-2 text-sm font-normal text-muted">{t('ratings.count', { count: count ?? 0 })}</span>
      </p>
      <ul className="mt-3 space-y-1.5 text-sm tabular">
        {[5, 4, 3, 2, 1].map((stars) => {
          const of = details.filter(({ rate }) => rate === stars).length
          return (
            <li key={stars} className="flex items-center gap-2">
              <span className="w-16">{t('ratings.stars', { count: stars })}</span>
              <span aria-hidden className="h-2 flex-1 overflow-hidden rounded-full bg-soft">
                <span className="block h-full bg-ink" style={{ width: `${(of / details.length) * 100}%` }} />
              </span>
              <span className="w-8 text-end text-muted">{of}</span>
            </li>
          )
        })}
      </ul>
      <ul className="mt-4 flex flex-wrap gap-1.5 empty:hidden">
        {Object.entries(tags)
          .sort(([, one], [, other]) => other - one)
          .map(([tag, times]) => (
            <li key={tag}>
              <Badge>
                {t([`rating_tag.${tag}`, 'rating_tag.other'])} <span className="tabular">{times}</span>
              </Badge>
            </li>
          ))}
      </ul>
    </section>
  )
}

function Comments({ ratings: { comments } }: { ratings: Ratings }) {
  const { t } = useTranslation('people')
  return (
    <section aria-labelledby="comments">
      <h2 id="comments" className="mb-2 text-sm font-semibold">
        {t('ratings.comments')}
      </h2>
      {comments.length === 0 && <p className="text-sm text-muted">{t('ratings.no_comments')}</p>}
      <ul className="space-y-3 text-sm">
        {comments.map(({ comment, month, booking_id }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: comments have no id, and two may be equal
          <li key={index}>
            <p dir="auto">{comment}</p>
            <p className="text-muted">
              {month}
              {booking_id && <BookingLink id={booking_id} />}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function BookingLink({ id }: { id: string }) {
  const { t } = useTranslation('people')
  return (
    <>
      {' · '}
      <Link className="underline underline-offset-4 hover:text-ink" to={paths.booking(id)}>
        {t('wallet:to_booking')}
      </Link>
    </>
  )
}

function Latest({ ratings: { details } }: { ratings: Ratings }) {
  const { t } = useTranslation('people')
  const { dateTime } = useFormat()
  return (
    <section aria-labelledby="latest">
      <h2 id="latest" className="mb-2 text-sm font-semibold">
        {t('ratings.latest')}
      </h2>
      <ul className="divide-y divide-line text-sm">
        {details.map(({ rate, booking_id, at }) => (
          <li key={booking_id} className="flex items-center gap-3 py-2">
            <span role="img" aria-label={t('ratings.stars', { count: rate })} className="flex">
              {[1, 2, 3, 4, 5].map((star) => (
                <Star
                  key={star}
                  aria-hidden
                  className={cn('size-3.5', star <= rate ? 'fill-current' : 'text-line-strong')}
                />
              ))}
            </span>
            <span className="text-muted">
              {dateTime(at)}
              <BookingLink id={booking_id} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
