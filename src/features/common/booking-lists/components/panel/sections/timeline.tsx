import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { type Booking, StatusBadge } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { isolated } from '@/lib/format/isolated'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Tables } from '@/types/database'
import { panelKeys } from '../keys'
import { noteWords } from '../notes'
import { type Revision, RouteChange } from './route-change'
import type { SectionProps } from './section-props'

type Event = Pick<
  Tables<'booking_events'>,
  'id' | 'from_status' | 'to_status' | 'actor_id' | 'actor_role' | 'at' | 'note'
>

interface History {
  events: Event[]
  /** The names of the people who acted, by their id. */
  names: Map<string, string>
  /** The changes of the route, in the order of their events. */
  revisions: Revision[]
}

/** Reads the history of a booking, oldest event first. */
async function getTimeline(bookingId: string): Promise<History> {
  const [events, revisions] = await Promise.all([
    unwrap(
      supabase
        .from('booking_events')
        .select('id,from_status,to_status,actor_id,actor_role,at,note')
        .eq('booking_id', bookingId)
        .order('at')
        .order('id')
    ),
    unwrap(
      supabase
        .from('booking_revisions')
        .select('id,before,after')
        .eq('booking_id', bookingId)
        .eq('kind', 'route')
        .order('id')
    )
  ])
  const ids = [...new Set(events.flatMap(({ actor_id }) => actor_id ?? []))]
  const people =
    ids.length > 0 ? await unwrap(supabase.from('profiles').select('id,first_name,last_name').in('id', ids)) : []
  return {
    events,
    revisions,
    names: new Map(people.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`.trim()]))
  }
}

/** The history of a booking: what happened, when, and who did it. */
export function Timeline({ booking }: SectionProps) {
  const { data, error, mutate } = useSWR(panelKeys.timeline(booking.id), ([, id]) => getTimeline(id))
  if (!data) {
    return (
      <Pending error={error} onRetry={() => void mutate()}>
        <Skeleton className="h-40" />
      </Pending>
    )
  }
  const changes = data.events.filter(({ note }) => note === 'route_changed')
  return (
    <ol className="space-y-0">
      {data.events.map((event, index) => (
        <TimelineEvent
          key={event.id}
          event={event}
          revision={data.revisions[changes.indexOf(event)]}
          who={nameOf(booking, event) ?? data.names.get(event.actor_id ?? '') ?? null}
          isLast={index === data.events.length - 1}
        />
      ))}
    </ol>
  )
}

/**
 * Returns the name of the rider or driver, as stored with the booking. Null for other people, and for a driver who no longer
 * has the booking.
 */
const nameOf = (booking: Booking, { actor_id }: Event): string | null =>
  actor_id === booking.customer_id ? booking.customer_name : actor_id === booking.driver_id ? booking.driver_name : null

interface TimelineEventProps {
  event: Event
  who: string | null
  /** What changed, if the event is a change of the route. */
  revision: Revision | undefined
  isLast: boolean
}

function TimelineEvent({ event, who, revision, isLast }: TimelineEventProps) {
  const { t } = useTranslation(['panel', 'trips', 'errors'])
  const { dateTime } = useFormat()
  const role = t(`trips:events.by.${event.actor_role}`)
  const note = noteWords(t, event.note)
  return (
    <li className="relative flex gap-3 pb-5">
      {!isLast && <span aria-hidden className="absolute start-[4px] top-4 bottom-0 w-px bg-line-strong" />}
      <span aria-hidden className="mt-1.5 size-2.5 shrink-0 rounded-full border-2 border-line-strong bg-card" />
      <div className="min-w-0 flex-1 space-y-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {event.from_status === event.to_status ? (
            <span className="font-medium">{note ?? t('timeline.changed')}</span>
          ) : (
            <StatusBadge status={event.to_status} isQuiet />
          )}
          <time dateTime={event.at} className="ms-auto text-xs text-muted tabular">
            {dateTime(event.at)}
          </time>
        </p>
        <p className="text-muted">
          {[role, who]
            .filter((part): part is string => !!part)
            .map(isolated)
            .join(' · ')}
        </p>
        {revision && <RouteChange revision={revision} />}
        {note && event.from_status !== event.to_status && <p dir="auto">{note}</p>}
      </div>
    </li>
  )
}
