/** The figures in the table of movements. Each links to the ledger entries that it sums. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { moneyPath } from '@/config/report-paths'
import type { Period } from '@/lib/time/days'
import { cn } from '@/lib/utils'
import { useMoneyWords } from '../../hooks/use-words'
import { type AccountMoves, dayBefore, type EntriesOf, entriesParams, type PartMoves } from '../../model/books'

interface FigureCellsProps {
  name: string
  moves: AccountMoves | PartMoves
  month: Period
  of: EntriesOf
  isStrong?: boolean
}

export function FigureCells({ name, moves, month, of, isStrong = false }: FigureCellsProps) {
  const { t } = useTranslation('money')
  const { shortDay } = useMoneyWords()
  const quiet = isStrong ? '' : 'text-muted'
  return (
    <>
      <Figure
        label={`${name}, ${shortDay(month.from)}`}
        amount={moves.opening}
        of={{ ...of, to: dayBefore(month.from) }}
        className={cn('max-md:hidden', quiet)}
        isBalance
      />
      <Figure
        label={`${name}, ${t('movements.in')}`}
        amount={moves.inflow}
        of={{ ...of, ...month, way: 'in' }}
        className="max-md:hidden"
      />
      <Figure
        label={`${name}, ${t('movements.out')}`}
        amount={moves.outflow}
        of={{ ...of, ...month, way: 'out' }}
        className="max-md:hidden"
      />
      <Figure
        label={`${name}, ${shortDay(month.to)}`}
        amount={moves.closing}
        of={{ ...of, to: month.to }}
        className="pe-4 font-semibold"
        isBalance
      />
    </>
  )
}

interface FigureProps {
  /** Accessible name of the figure's link. */
  label: string
  amount: number
  of: EntriesOf
  className?: string
  /** Shows zero as 0.00 instead of a dash. */
  isBalance?: boolean
}

export function Figure({ label, amount, of, className, isBalance = false }: FigureProps) {
  const { figure } = useMoneyWords()
  return (
    <td className={cn('px-2 text-end whitespace-nowrap tabular', className)}>
      {amount === 0 && !isBalance ? (
        <span className="text-muted">–</span>
      ) : (
        <Link
          to={moneyPath(entriesParams(of))}
          aria-label={`${label}: ${figure(amount)}`}
          className="rounded-[4px] hover:underline hover:decoration-dotted hover:underline-offset-4"
        >
          {figure(amount)}
        </Link>
      )}
    </td>
  )
}

/** Shows the amounts in and out below the account's name, on screens without space for columns. */
export function PhoneMoves({ name, moves, month, of }: FigureCellsProps) {
  const { t } = useTranslation('money')
  const { figure, change } = useMoneyWords()
  const part = (way: 'in' | 'out', amount: number) =>
    amount !== 0 && (
      <Link
        to={moneyPath(entriesParams({ ...of, ...month, way }))}
        aria-label={`${name}, ${t(`movements.${way}`)}: ${figure(amount)}`}
        className="inline-flex min-h-6 items-center"
      >
        <bdi dir="ltr">{change(way === 'in' ? amount : -amount)}</bdi>
      </Link>
    )
  return (
    <span className="flex basis-full gap-3 ps-4.5 text-xs text-muted tabular md:hidden">
      {part('in', moves.inflow)}
      {part('out', moves.outflow)}
    </span>
  )
}
