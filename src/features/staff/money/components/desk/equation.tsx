import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Skeleton } from '@/components/ui/skeleton'
import { moneyPath } from '@/config/report-paths'
import { formatNumber } from '@/lib/format/format'
import { monthOf, type Period } from '@/lib/time/days'
import { cn } from '@/lib/utils'
import { useMoneyWords } from '../../hooks/use-words'
import { dayBefore, entriesParams, type PartMoves, shareOf } from '../../model/books'

interface EquationProps {
  month: Period & { isOver: boolean }
  /** The movements of the accounts that the company holds; undefined while loading. */
  hold: PartMoves | undefined
}

/**
 * Shows what the company holds as an equation: opening balance + in − out = closing balance. Each figure links to its ledger
 * entries.
 */
export function Equation({ month, hold }: EquationProps) {
  const { t } = useTranslation('money')
  const { figure, count, currency, shortDay, locale } = useMoneyWords()
  const share = hold && shareOf(hold.opening, hold.closing)
  const percent = { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' } as const
  const terms = [
    {
      id: 'opening',
      sign: '',
      label: t('equation.opening', { day: shortDay(month.from) }),
      amount: hold?.opening,
      note: currency,
      of: { to: dayBefore(month.from), part: 'hold' as const }
    },
    {
      id: 'in',
      sign: '+',
      label: t('equation.in'),
      amount: hold?.inflow,
      note: hold && t('entries', { count: hold.entries_in, shown: count(hold.entries_in) }),
      of: { ...month, part: 'hold' as const, way: 'in' as const }
    },
    {
      id: 'out',
      sign: '\u2212',
      label: t('equation.out'),
      amount: hold?.outflow,
      note: hold && t('entries', { count: hold.entries_out, shown: count(hold.entries_out) }),
      of: { ...month, part: 'hold' as const, way: 'out' as const }
    },
    {
      id: 'closing',
      sign: '=',
      label: month.isOver ? t('equation.closing', { day: shortDay(monthOf(month.from).to) }) : t('equation.now'),
      amount: hold?.closing,
      note: share !== null && share !== undefined && (
        <span>
          <span className={cn('font-medium', share >= 0 ? 'text-ok' : 'text-bad')}>
            {formatNumber(share, locale, percent)}
          </span>{' '}
          {t('equation.since', { day: shortDay(month.from) })}
        </span>
      ),
      of: { to: month.to, part: 'hold' as const }
    }
  ]
  return (
    <dl className="w-full space-y-1.5 sm:flex sm:w-auto sm:flex-wrap sm:space-y-0 sm:items-center sm:gap-x-4 sm:gap-y-3 xl:flex-nowrap">
      {terms.map(({ id, sign, label, amount, note, of }) => (
        <Fragment key={id}>
          {sign && (
            <span aria-hidden className="text-lg text-muted max-sm:hidden">
              {sign}
            </span>
          )}
          <div
            className={cn(
              'max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:items-baseline',
              id === 'closing' && 'max-sm:border-t max-sm:border-line-strong max-sm:pt-1.5'
            )}
          >
            <dt className="text-xs whitespace-nowrap text-muted max-sm:text-sm">{label}</dt>
            <dd className="text-end text-xl font-semibold whitespace-nowrap tabular sm:text-start">
              {sign && (
                <span aria-hidden className="me-1.5 font-normal text-muted sm:hidden">
                  {sign}
                </span>
              )}
              {amount === undefined ? (
                <Skeleton className="my-0.5 h-6 w-28" />
              ) : (
                <Link
                  to={moneyPath(entriesParams(of))}
                  aria-label={`${label}: ${figure(amount)}`}
                  className="rounded-control hover:underline hover:decoration-dotted hover:underline-offset-4"
                >
                  {figure(amount)}
                </Link>
              )}
            </dd>
            <dd className="min-h-4 text-xs whitespace-nowrap text-muted tabular max-sm:col-span-2 max-sm:text-end">
              {note}
            </dd>
          </div>
        </Fragment>
      ))}
    </dl>
  )
}
