import { ChevronRight, ListTree, Scale } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { moneyPath } from '@/config/paths'
import { partsOf as accountParts } from '@/entities/ledger'
import type { Period } from '@/lib/days'
import { cn } from '@/lib/utils'
import { type AccountMoves, dayBefore, type EntriesOf, entriesParams, type Part, type PartMoves } from '../model'
import type { Compared } from '../queries'
import { useMoneyWords } from '../use-words'

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

interface PartRowsProps {
  part: PartMoves
  month: Period
  compared: readonly Compared[] | undefined
}

function PartRows({ part, month, compared }: PartRowsProps) {
  const { t } = useTranslation('money')
  const name = t(`trial_balance:group.${part.part}`)
  return (
    <tbody>
      <tr className="border-b border-line bg-soft/70 font-semibold [&>*]:py-1.5">
        <th scope="rowgroup" className="ps-4 pe-2 text-start font-semibold">
          {name}
        </th>
        <FigureCells name={name} moves={part} month={month} of={{ part: part.part }} isStrong />
      </tr>
      {part.accounts.map((account) => (
        <AccountRows
          key={account.account}
          part={part.part}
          account={account}
          month={month}
          differs={compared?.some((one) => accountOf(one.source) === account.account && isOff(one)) ?? false}
        />
      ))}
    </tbody>
  )
}

/** The ledger account that is compared with a report: that of the bank, or of the payment provider named by `source`. */
const accountOf = (source: string): string => (source === 'bank' ? 'bank' : `clearing:${source}`)
const isOff = ({ difference, they_say }: Compared): boolean => they_say !== null && difference !== 0

interface AccountRowsProps {
  part: Part
  account: AccountMoves
  month: Period
  differs: boolean
}

/** The row of an account. It unfolds to show the account's movements by kind of transaction. */
function AccountRows({ part, account, month, differs }: AccountRowsProps) {
  const { t } = useTranslation('money')
  const words = useMoneyWords()
  const [isOpen, setOpen] = useState(false)
  const name = words.account(account.account)
  const { kind } = accountParts(account.account)
  return (
    <>
      <tr className="border-b border-line last:border-0 [&>*]:py-1">
        <th scope="row" className="ps-3 pe-2 text-start font-normal">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2">
            <button
              type="button"
              aria-expanded={isOpen}
              disabled={account.kinds.length === 0}
              onClick={() => setOpen(!isOpen)}
              className="flex min-h-6 min-w-0 items-center gap-1 text-start"
            >
              <ChevronRight
                aria-hidden
                className={cn(
                  'size-3.5 shrink-0 text-line-strong transition-transform rtl:-scale-x-100',
                  isOpen && 'rotate-90 rtl:rotate-90',
                  account.kinds.length === 0 && 'invisible'
                )}
              />
              {name}
            </button>
            {differs && kind !== 'wallet' && (
              <Badge dot tone="bad">
                {t('compare.difference')}
              </Badge>
            )}
            <PhoneMoves name={name} moves={account} month={month} of={{ account: account.account }} />
          </span>
        </th>
        <FigureCells name={name} moves={account} month={month} of={{ account: account.account }} />
      </tr>
      {isOpen &&
        account.kinds.map((row) => (
          <KindRow key={row.kind} part={part} account={account.account} accountName={name} row={row} month={month} />
        ))}
    </>
  )
}

interface KindRowProps {
  part: Part
  account: string
  accountName: string
  row: AccountMoves['kinds'][number]
  month: Period
}

function KindRow({ account, accountName, row, month }: KindRowProps) {
  const words = useMoneyWords()
  const name = words.kind(row.kind)
  const of = { ...month, account, kind: row.kind }
  return (
    <tr className="border-b border-line text-muted [&>*]:py-1">
      <th scope="row" className="ps-9 pe-2 text-start font-normal">
        {name}
      </th>
      <td className="max-md:hidden" />
      <Figure
        label={`${accountName}, ${name}`}
        amount={row.came_in}
        of={{ ...of, way: 'in' }}
        className="max-md:hidden"
      />
      <Figure
        label={`${accountName}, ${name}`}
        amount={row.went_out}
        of={{ ...of, way: 'out' }}
        className="max-md:hidden"
      />
      <Figure
        label={`${accountName}, ${name}`}
        amount={row.came_in - row.went_out}
        of={of}
        className="pe-4 md:invisible"
      />
    </tr>
  )
}

interface FigureCellsProps {
  name: string
  moves: AccountMoves | PartMoves
  month: Period
  of: EntriesOf
  isStrong?: boolean
}

function FigureCells({ name, moves, month, of, isStrong = false }: FigureCellsProps) {
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
        amount={moves.came_in}
        of={{ ...of, ...month, way: 'in' }}
        className="max-md:hidden"
      />
      <Figure
        label={`${name}, ${t('movements.out')}`}
        amount={moves.went_out}
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

function Figure({ label, amount, of, className, isBalance = false }: FigureProps) {
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
function PhoneMoves({ name, moves, month, of }: FigureCellsProps) {
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
      {part('in', moves.came_in)}
      {part('out', moves.went_out)}
    </span>
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
