import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { LateDialog } from '@/components/ui/late-dialog'
import { useHolds } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { serverNow } from '@/lib/time/server-clock'
import { type Decision, isOpen, useDecisions } from './api'

const ReverseDialog = lazy(() => import('./reverse-dialog').then((part) => ({ default: part.ReverseDialog })))

interface DecisionListProps {
  bookingId: string
  onReversed: () => void
}

/** What was decided about the money of a booking, and what was taken back. */
export function DecisionList({ bookingId, onReversed }: DecisionListProps) {
  const { t } = useTranslation('approvals')
  const mayReverse = useHolds()('refund')
  const { data, mutate } = useDecisions(bookingId)
  const [chosen, setChosen] = useState<Decision | null>(null)
  if (!data || data.length === 0) return null
  return (
    <section aria-label={t('decision.list')}>
      <h3 className="mb-1.5 font-semibold">{t('decision.list')}</h3>
      <ul className="divide-y divide-line rounded-control border border-line">
        {data.map((decision) => (
          <Line key={decision.id} decision={decision}>
            {mayReverse && isOpen(decision, data, serverNow()) && (
              <Button size="sm" variant="outline" onClick={() => setChosen(decision)}>
                {t('decision.reverse')}
              </Button>
            )}
          </Line>
        ))}
      </ul>
      {chosen && (
        <LateDialog>
          <ReverseDialog
            decision={chosen}
            onClose={() => setChosen(null)}
            onReversed={() => {
              void mutate()
              onReversed()
            }}
          />
        </LateDialog>
      )}
    </section>
  )
}

function Line({ decision, children }: { decision: Decision; children: React.ReactNode }) {
  const { t } = useTranslation('approvals')
  const { money, dateTime } = useFormat()
  const { kind, amount, reason, decided_at, reversed_at, reversal_reason } = decision
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p>
          {t(`decision.kind.${kind}`)} <span className="tabular">{money(amount)}</span>
        </p>
        {reason && (
          <p dir="auto" className="text-sm wrap-anywhere">
            {reason}
          </p>
        )}
        <p className="text-xs text-muted">{dateTime(decided_at)}</p>
        {reversed_at && (
          <p className="mt-1 text-sm">
            <Badge tone="warn">{t('decision.was_reversed')}</Badge>{' '}
            <bdi className="wrap-anywhere">{reversal_reason}</bdi>{' '}
            <span className="text-xs text-muted">{dateTime(reversed_at)}</span>
          </p>
        )}
      </div>
      {children}
    </li>
  )
}
