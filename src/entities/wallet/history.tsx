import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import useSWRInfinite from 'swr/infinite'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { useFormat } from '@/entities/settings'
import { cn } from '@/lib/utils'
import { getWalletHistory, WALLET_PAGE, type WalletEntry } from './api'

/**
 * The movements of a wallet, page by page.
 *
 * @param refreshInterval interval between requests in ms; 0 if broadcasts announce changes
 */
export function useWalletHistory(userId: string, refreshInterval = 0) {
  const swr = useSWRInfinite(
    (index: number, before: WalletEntry[] | null) =>
      index > 0 && (before?.length ?? 0) < WALLET_PAGE
        ? null
        : (['wallet-history', userId, index === 0 ? null : (before?.at(-1)?.id ?? null)] as const),
    ([, of, before]) => getWalletHistory(of, before),
    { refreshInterval }
  )
  const hasMore = (swr.data?.at(-1)?.length ?? 0) === WALLET_PAGE
  return { ...swr, rows: swr.data?.flat(), hasMore }
}

interface WalletHistoryProps {
  history: ReturnType<typeof useWalletHistory>
  /** Classes of each line, for the margin of the page. */
  className?: string
}

/** The movements of a wallet, one line each, the latest first. */
export function WalletHistory({ history, className }: WalletHistoryProps) {
  const { t } = useTranslation(['wallet', 'bookings'])
  const { rows, error, hasMore, isValidating, size, setSize, mutate } = history
  if (error && !rows) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!rows) return <Skeleton className="my-4 h-64" />
  if (rows.length === 0) return <EmptyState title={t('history_empty')} />
  return (
    <>
      <ul aria-label={t('history')} className="divide-y divide-line">
        {rows.map((entry) => (
          <Entry key={entry.id} entry={entry} className={className} />
        ))}
      </ul>
      {hasMore && (
        <div className="p-4 text-center">
          <Button busy={isValidating} onClick={() => void setSize(size + 1)}>
            {t('bookings:more')}
          </Button>
        </div>
      )}
    </>
  )
}

function Entry({ entry, className }: { entry: WalletEntry; className: string | undefined }) {
  const { t } = useTranslation('wallet')
  const { money, moneyChange, dateTime } = useFormat()
  const isIn = entry.type === 'Credit'
  return (
    <li className={cn('flex items-baseline gap-4 py-2.5 text-sm', className)}>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">
          {t([`kind.${entry.kind}`, 'kind.other'])}
          {entry.is_bonus && <span className="font-normal text-muted"> · {t('bonus')}</span>}
        </span>
        <span className="text-muted">
          {entry.date && dateTime(entry.date)}
          {entry.booking_id && (
            <>
              {' · '}
              <Link className="underline underline-offset-4 hover:text-ink" to={paths.booking(entry.booking_id)}>
                {t('to_booking')} {entry.reference && <bdi>{entry.reference}</bdi>}
              </Link>
            </>
          )}
        </span>
      </span>
      <span className="text-end tabular">
        <span className={cn('block font-semibold', isIn && 'text-ok')} dir="ltr">
          {moneyChange((entry.amount ?? 0) * (isIn ? 1 : -1))}
        </span>
        <span className="text-muted">{money(entry.balance ?? 0)}</span>
      </span>
    </li>
  )
}
