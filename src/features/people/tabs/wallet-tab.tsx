import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useSWRConfig } from 'swr'
import useSWRInfinite from 'swr/infinite'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { PendingApprovals } from '@/entities/approval'
import { staffName, staffPersonKey } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { CreditForm, getWalletHistory, WALLET_PAGE, type WalletEntry } from '@/entities/wallet'
import type { TabProps } from '../page/tabs'

/** What is in a wallet, how it came there, and the form that adds to it. */
export function WalletTab({ person, rights }: TabProps) {
  const { t } = useTranslation('people')
  const { mutate } = useSWRConfig()
  const history = useHistory(person.id)
  const { money } = useFormat()
  const onCredited = () => {
    void history.mutate()
    void mutate(staffPersonKey(person.id))
  }
  const found = {
    id: person.id,
    name: staffName(person),
    role: person.usertype as 'rider',
    contact: '',
    balance: person.wallet_balance
  }
  return (
    <div className="flex flex-1 flex-col-reverse justify-end lg:flex-row lg:justify-start">
      <section aria-label={t('history')} className="min-w-0 flex-1">
        <History history={history} />
      </section>
      <aside className="w-full shrink-0 space-y-5 border-line p-4 max-lg:border-b md:p-6 lg:w-[22.5rem] lg:border-s">
        <p>
          <span className="block text-sm text-muted">{t('column.wallet')}</span>
          <span className="text-2xl font-semibold tabular">{money(person.wallet_balance)}</span>
          {person.bonus_balance > 0 && (
            <span className="block text-sm text-muted">
              {t('of_it_bonus', { amount: money(person.bonus_balance) })}
            </span>
          )}
        </p>
        {rights.canCredit && <CreditForm of={found} onCredited={onCredited} />}
        {rights.canCredit && <PendingApprovals kinds={['credit']} />}
      </aside>
    </div>
  )
}

function useHistory(userId: string) {
  const swr = useSWRInfinite(
    (index: number, before: WalletEntry[] | null) =>
      index > 0 && (before?.length ?? 0) < WALLET_PAGE
        ? null
        : (['wallet-history', userId, index === 0 ? null : (before?.at(-1)?.id ?? null)] as const),
    ([, of, before]) => getWalletHistory(of, before)
  )
  const hasMore = (swr.data?.at(-1)?.length ?? 0) === WALLET_PAGE
  return { ...swr, rows: swr.data?.flat(), hasMore }
}

function History({ history }: { history: ReturnType<typeof useHistory> }) {
  const { t } = useTranslation('people')
  const { rows, error, hasMore, isValidating, size, setSize, mutate } = history
  if (error && !rows) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!rows) return <Skeleton className="m-4 h-64 md:m-6" />
  if (rows.length === 0) return <EmptyState title={t('history_empty')} />
  return (
    <>
      <ul aria-label={t('history')} className="divide-y divide-line">
        {rows.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {hasMore && (
        <div className="p-4 text-center">
          <Button busy={isValidating} onClick={() => void setSize(size + 1)}>
            {t('table:more')}
          </Button>
        </div>
      )}
    </>
  )
}

function Entry({ entry }: { entry: WalletEntry }) {
  const { t } = useTranslation('people')
  const { money, dateTime } = useFormat()
  const isIn = entry.type === 'Credit'
  return (
    <li className="flex items-baseline gap-4 px-4 py-2.5 text-sm md:px-6">
      <span className="min-w-0 flex-1">
        <span className="block font-medium">
          {t([`wallet_kind.${entry.kind}`, 'wallet_kind.other'])}
          {entry.is_bonus && <span className="font-normal text-muted"> · {t('column.bonus')}</span>}
        </span>
        <span className="text-muted">
          {entry.date && dateTime(entry.date)}
          {entry.booking_id && (
            <>
              {' · '}
              <Link className="underline underline-offset-4 hover:text-ink" to={paths.booking(entry.booking_id)}>
                {t('to_booking')}
              </Link>
            </>
          )}
        </span>
      </span>
      <span className="text-end tabular">
        <span className="block font-semibold" dir="ltr">
          {isIn ? '+' : '−'} {money(entry.amount ?? 0)}
        </span>
        <span className="text-muted">{money(entry.balance ?? 0)}</span>
      </span>
    </li>
  )
}
