import { ListTree, Scale } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { moneyPath } from '@/config/report-paths'
import type { Period } from '@/lib/time/days'
import { useMoneyWords } from '../../hooks/use-words'
import { entriesParams, type Part, type PartMoves } from '../../model/books'
import type { Compared } from '../../queries'
import { PartRows } from './movement-rows'

interface MovementsProps {
  month: Period & { isOver: boolean }
  parts: readonly PartMoves[] | undefined
  hasFailed: boolean
  isBalanced: boolean
  compared: readonly Compared[] | undefined
}

/**
 * The table of all ledger accounts in three groups: what the company holds, what it owes, and what it has earned. Each figure
 * links to the ledger entries that it sums.
 */
export function Movements({ month, parts, hasFailed, isBalanced, compared }: MovementsProps) {
  const { t } = useTranslation('money')
  const { currency, count, shortDay } = useMoneyWords()
  const all = parts?.reduce((sum, { entries_in, entries_out }) => sum + entries_in + entries_out, 0)
  const isEmpty = parts?.every(({ accounts }) => accounts.length === 0) ?? false
  return (
    <Card role="region" aria-labelledby="movements" className="min-w-0 overflow-hidden">
      <header className="flex min-h-12 flex-wrap items-center gap-x-2 px-4 py-2">
        <h2 id="movements" className="font-semibold">
          {t('movements.title')}
        </h2>
        <span className="text-xs text-muted">{currency}</span>
        <Link
          to={moneyPath(entriesParams(month))}
          className="ms-auto flex min-h-6 items-center gap-1.5 text-sm text-muted hover:text-ink"
        >
          <ListTree aria-hidden className="size-4" />
          {all === undefined ? t('movements.every') : t('movements.all', { count: all, shown: count(all) })}
        </Link>
      </header>
      {isEmpty ? (
        <EmptyState icon={Scale} title={t('common:no_data')} className="border-t border-line">
          {t('movements.empty')}
        </EmptyState>
      ) : (
        <table className="w-full text-sm">
          <caption className="sr-only">{t('movements.title')}</caption>
          <thead>
            <tr className="border-y border-line text-xs text-muted [&>th]:px-2 [&>th]:py-2 [&>th]:font-medium [&>th:first-child]:ps-4 [&>th:last-child]:pe-4">
              <th scope="col" className="text-start">
                {t('movements.account')}
              </th>
              <th scope="col" className="text-end max-md:hidden">
                {shortDay(month.from)}
              </th>
              <th scope="col" className="text-end max-md:hidden">
                {t('movements.in')}
              </th>
              <th scope="col" className="text-end max-md:hidden">
                {t('movements.out')}
              </th>
              <th scope="col" className="text-end">
                {shortDay(month.to)}
              </th>
            </tr>
          </thead>
          {parts === undefined
            ? !hasFailed && <Waiting />
            : parts.map((part) => <PartRows key={part.part} part={part} month={month} compared={compared} />)}
        </table>
      )}
      {parts && !isEmpty && <BalanceLine parts={parts} isBalanced={isBalanced} />}
    </Card>
  )
}

function Waiting() {
  return (
    <tbody>
      {Array.from({ length: 12 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholder rows are all alike
        <tr key={index} className="border-b border-line last:border-0">
          <td colSpan={5} className="px-4 py-2">
            <Skeleton className="h-4" />
          </td>
        </tr>
      ))}
    </tbody>
  )
}

function BalanceLine({ parts, isBalanced }: { parts: readonly PartMoves[]; isBalanced: boolean }) {
  const { t } = useTranslation('money')
  const { figure } = useMoneyWords()
  const of = (part: Part) => (
    <strong className="font-semibold">{figure(parts.find((one) => one.part === part)?.closing ?? 0)}</strong>
  )
  return (
    <footer className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-3 text-sm">
      <Scale aria-hidden className="size-4 text-muted" />
      <span className="tabular">
        {t('balance.held')} {of('hold')} = {t('balance.owed')} {of('owe')} + {t('balance.earned')} {of('earned')}
      </span>
      <Badge dot tone={isBalanced ? 'ok' : 'bad'} className="ms-auto">
        {t(isBalanced ? 'trial_balance:balanced' : 'trial_balance:unbalanced')}
      </Badge>
    </footer>
  )
}
