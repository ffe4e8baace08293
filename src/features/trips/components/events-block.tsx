import { useTranslation } from 'react-i18next'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { StatusBadge, useEvents } from '@/entities/booking'
import { useFormat } from '@/entities/settings'

/** Every change of a booking's status, for those who look after it. */
export function EventsBlock({ bookingId, status }: { bookingId: string; status: string }) {
  const { t } = useTranslation('trips')
  const { dateTime } = useFormat()
  const { data: events, error, mutate } = useEvents(bookingId, status)
  return (
    <section className="space-y-3">
      <h2 className="text-base font-semibold">{t('events.title')}</h2>
      {(!events || error) && (
        <Pending error={error} onRetry={() => void mutate()}>
          <Skeleton className="h-24" />
        </Pending>
      )}
      <ol className="space-y-2">
        {events?.map((event) => (
          <li key={event.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <time className="w-36 shrink-0 text-muted tabular" dateTime={event.at}>
              {dateTime(event.at)}
            </time>
            <StatusBadge status={event.to_status} />
            <span className="text-muted">{t([`events.by.${event.actor_role}`, 'events.by.system'])}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
