import { CheckCheck } from 'lucide-react'
import { createContext, lazy, Suspense, useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { cn } from '@/lib/utils'
import { reasonWord } from './reason-words'
import type { useAttention } from './use-attention'

const AttentionRows = lazy(() => import('./attention-rows').then((part) => ({ default: part.AttentionRows })))

/**
 * The data of the attention bar. It is passed by context, so that an update of the cases does not render the table's rows
 * again.
 */
export const AttentionContext = createContext<ReturnType<typeof useAttention> | null>(null)

interface AttentionBarProps {
  onOpen: (bookingId: string) => void
}

/**
 * The attention bar above the table: everything that the desk must look at. It shows the number of cases for each reason, and
 * each booking once with its age: alarms first, then what hurts first.
 */
export function AttentionBar({ onOpen }: AttentionBarProps) {
  const { t } = useTranslation(['desk', 'attention'])
  const attention = useContext(AttentionContext)
  if (!attention) throw new Error('AttentionBar needs an AttentionContext above it')
  const { rows, reasons, error, retry } = attention
  const [chosen, setChosen] = useState<string | null>(null)
  const isThere = reasons.some(({ reason }) => reason === chosen)
  useEffect(() => {
    if (chosen && !isThere) setChosen(null)
  }, [chosen, isThere])
  return (
    <section aria-label={t('attention:title')} className="shrink-0 border-b border-line">
      {error && !rows ? <ErrorBanner error={error} onRetry={retry} className="m-3" /> : null}
      <div className="flex items-center gap-2 overflow-x-auto px-4 py-2 md:px-6 low:py-1">
        {!rows && !error && <Skeleton className="h-8 w-64 rounded-full" />}
        {rows?.length === 0 && (
          <p className="flex h-8 items-center gap-2 text-sm text-muted">
            <CheckCheck aria-hidden className="size-4" />
            {t('attention_none')}
          </p>
        )}
        {reasons.map(({ reason, count, isAlarm }) => (
          <button
            key={reason}
            type="button"
            aria-pressed={chosen === reason}
            onClick={() => setChosen(chosen === reason ? null : reason)}
            className={cn(
              'inline-flex h-8 shrink-0 items-center gap-2 rounded-full px-3 text-sm font-medium whitespace-nowrap aria-pressed:ring-2 aria-pressed:ring-current',
              isAlarm ? 'bg-bad text-paper' : (tones[reason] ?? 'bg-warn-soft text-warn')
            )}
          >
            <span aria-hidden className="size-1.5 rounded-full bg-current" />
            <bdi>{reasonWord(t, reason)}</bdi>
            <span className="tabular">{count}</span>
          </button>
        ))}
      </div>
      {rows && rows.length > 0 && (
        <Suspense fallback={<RowsWait count={rows.length} />}>
          <AttentionRows rows={rows} reason={chosen} onOpen={onOpen} />
        </Suspense>
      )}
    </section>
  )
}

/** Placeholder for the cases while they load. It reserves their height, for at most three cases. */
function RowsWait({ count }: { count: number }) {
  return (
    <div className="max-h-[6.75rem] overflow-hidden low:max-h-9 border-t border-line">
      {Array.from({ length: Math.min(count, 3) }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are the same
        <div key={index} className="flex h-9 items-center px-4 md:px-6">
          <Skeleton className="h-3.5 w-72" />
        </div>
      ))}
    </div>
  )
}

const bad = 'bg-bad-soft text-bad'
/** The reasons, besides alarms, that are red: a rider waits or may have to wait, or a fare is unpaid. Others are yellow. */
const tones: Record<string, string> = { no_driver: bad, late: bad, unpaid: bad, driver_silent: bad, claim_at_risk: bad }
