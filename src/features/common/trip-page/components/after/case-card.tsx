import { useTranslation } from 'react-i18next'
import { Badge } from '@/components/ui/badge'
import type { TripCase } from '@/entities/case'
import { useFormat } from '@/entities/settings'

/** A case, which is a report to the desk: its state, its message, and the desk's answer, which is highlighted. */
export function CaseCard({ title, tripCase }: { title: string; tripCase: TripCase }) {
  const { t } = useTranslation('cases')
  const { dateTime } = useFormat()
  const { message, answer, answered_at, closed_at, created_at } = tripCase
  const state = closed_at ? 'closed' : answer ? 'answered' : 'open'
  return (
    <article aria-label={title} className="space-y-3 rounded-card border border-line p-4 text-sm">
      <div className="flex items-start justify-between gap-3">
        <h3 className="font-semibold">{title}</h3>
        <Badge tone={state === 'open' ? 'warn' : state === 'answered' ? 'ok' : 'neutral'}>{t(`state.${state}`)}</Badge>
      </div>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere text-muted">
        {message}
      </p>
      {answer ? (
        <blockquote className="space-y-1 rounded-control bg-info-soft p-3">
          <p className="text-xs text-muted">{t('answered', { when: answered_at ? dateTime(answered_at) : '' })}</p>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {answer}
          </p>
        </blockquote>
      ) : (
        <p className="text-xs text-muted">{t('waits', { when: dateTime(created_at) })}</p>
      )}
    </article>
  )
}
