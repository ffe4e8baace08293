import { Scale } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '@/components/ui/badge'
import { useFormat, useSettings } from '@/entities/settings'
import { cn } from '@/lib/utils'
import { type Account, type Figures, GROUPS, groupOf, isBalanced, partsOf, sumOf } from './accounts'

/** What an account is called in this language. */
export function useAccountName() {
  const { t } = useTranslation('trial_balance')
  return (account: string): string => {
    const { kind, provider } = partsOf(account)
    return t([`account.${kind}`, 'account.other'], { provider, account })
  }
}

/** Accounts by what they are, with the sums that must agree. */
export function BooksTable({ accounts, isOld }: { accounts: readonly Account[]; isOld: boolean }) {
  const { t } = useTranslation('trial_balance')
  const name = useAccountName()
  const sums = sumOf(accounts)
  return (
    <div className={cn('overflow-x-auto rounded-card border border-line bg-card', isOld && 'opacity-50')}>
      <table aria-busy={isOld} className="w-full text-sm tabular">
        <caption className="sr-only">{t('title')}</caption>
        <thead className="bg-paper text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="px-4 py-2.5 text-start font-normal">
              {t('account_column')}
            </th>
            {(['opening', 'debit', 'credit', 'closing'] as const).map((column) => (
              <th
                key={column}
                scope="col"
                className={cn('px-4 py-2.5 text-end font-normal', column !== 'closing' && 'max-sm:hidden')}
              >
                {t(`column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        {GROUPS.map((group) => {
          const own = accounts.filter(({ account }) => groupOf(account) === group)
          if (own.length === 0) return null
          return (
            <tbody key={group}>
              <Line head isStrong label={t(`group.${group}`)} figures={sumOf(own)} />
              {own.map((account) => (
                <Line key={account.account} label={name(account.account)} figures={account} />
              ))}
            </tbody>
          )
        })}
        <tfoot>
          <Line isStrong label={t('sum')} figures={sums} />
        </tfoot>
      </table>
      <Balance sums={sums} />
    </div>
  )
}

interface LineProps {
  label: string
  figures: Figures
  isStrong?: boolean
  /** Names the rows below it. */
  head?: boolean
}

function Line({ label, figures, isStrong = false, head = false }: LineProps) {
  const { t } = useTranslation('trial_balance')
  const { figure } = useFigure()
  const cell = 'px-4 py-2 text-end whitespace-nowrap'
  return (
    <tr className={cn('border-b border-line', isStrong && 'bg-soft/60 font-semibold')}>
      <th
        scope={head ? 'rowgroup' : 'row'}
        className={cn('px-4 py-2 text-start', isStrong ? 'font-semibold' : 'font-normal sm:ps-8')}
      >
        <span dir="auto">{label}</span>
        {/* A phone has room for one figure beside the name. */}
        <span className="block text-xs font-normal text-muted sm:hidden">
          {t('column.debit')} <bdi>{figure(figures.debit)}</bdi> · {t('column.credit')}{' '}
          <bdi>{figure(figures.credit)}</bdi>
        </span>
      </th>
      <td className={cn(cell, 'text-muted max-sm:hidden')}>{figure(figures.opening)}</td>
      <td className={cn(cell, 'max-sm:hidden')}>{figure(figures.debit)}</td>
      <td className={cn(cell, 'max-sm:hidden')}>{figure(figures.credit)}</td>
      <td className={cn(cell, 'font-medium')}>{figure(figures.closing)}</td>
    </tr>
  )
}

/** Figures without the currency, which stands once above them. */
function useFigure() {
  const { locale } = useFormat()
  const { settings } = useSettings()
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: settings?.decimal ?? 2,
    maximumFractionDigits: 4
  })
  return { figure: (value: number) => (value === 0 ? '–' : format.format(value).replace('-', '\u2212')) }
}

function Balance({ sums }: { sums: Figures }) {
  const { t } = useTranslation('trial_balance')
  const { money } = useFormat()
  const isRight = isBalanced(sums)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 text-sm">
      <Scale aria-hidden className="size-4 text-muted" />
      <span>{t('sums', { debit: money(sums.debit), credit: money(sums.credit) })}</span>
      <Badge dot tone={isRight ? 'ok' : 'bad'} className="ms-auto">
        {t(isRight ? 'balanced' : 'unbalanced')}
      </Badge>
    </p>
  )
}
