import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { shownChanges, valueWord } from '@/entities/audit'
import { useFormat } from '@/entities/settings'
import { isolated } from '@/lib/format/isolated'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { panelKeys } from '../keys'
import type { SectionProps } from './section-props'

/** Maximum number of entries: more than a booking ever has. */
const MOST = 200

const getAudit = async (bookingId: string) =>
  await unwrap(supabase.rpc('list_audit', { of_target: 'bookings', of_id: bookingId, page_size: MOST }))

/** The log of what staff did to this booking, latest first. */
export function AuditTrail({ booking }: SectionProps) {
  const { t } = useTranslation(['audit', 'panel'])
  const { dateTime } = useFormat()
  const { data, error, mutate } = useSWR(panelKeys.audit(booking.id), ([, id]) => getAudit(id))
  if (!data) {
    return (
      <Pending error={error} onRetry={() => void mutate()}>
        <Skeleton className="h-40" />
      </Pending>
    )
  }
  if (data.length === 0) return <p className="text-muted">{t('panel:audit_none')}</p>
  return (
    <ol className="divide-y divide-line">
      {data.map(({ id, at, action, actor_name, actor_role, before, after }) => (
        <li key={id} className="space-y-0.5 py-2.5 first:pt-0">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-medium">{t([`action.${action}`, 'raw'], { word: action })}</span>
            <time dateTime={at} className="text-xs text-muted tabular">
              {dateTime(at)}
            </time>
          </p>
          <p className="text-muted">{actor_name ?? t([`audit:actor.${actor_role}`, 'audit:actor.gone'])}</p>
          <ul className="break-words">
            {shownChanges(t, before, after).map(({ field, name, before: was, after: is }) => (
              <li key={field}>
                {t(was === null ? 'audit:set_to' : 'audit:changed_to', {
                  field: name,
                  before: isolated(valueWord(t, was)),
                  after: isolated(valueWord(t, is))
                })}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
