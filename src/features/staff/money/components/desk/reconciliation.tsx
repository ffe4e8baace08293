import { CircleAlert, CircleCheck, CircleDashed, Upload } from 'lucide-react'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { LateDialog } from '@/components/ui/late-dialog'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { moneyPath } from '@/config/report-paths'
import { providerName } from '@/entities/payment'
import { apart } from '@/lib/format/isolated'
import { useMedia } from '@/lib/page/use-media'
import type { Period } from '@/lib/time/days'
import { cn } from '@/lib/utils'
import { useMoneyWords } from '../../hooks/use-words'
import { differencePath, providerPage } from '../../model/links'
import { type Compared, type Difference, SHOWN_DIFFERENCES, useDifferences } from '../../queries'

const ImportDialog = lazy(() => import('../dialogs/import-dialog').then((part) => ({ default: part.ImportDialog })))

/**
 * Matches windows with space for only three columns. The column with our own figure is then left out, because the table of
 * movements above also has it.
 */
const NARROW = '(max-width: 639px)'

interface ReconciliationProps {
  month: Period
  compared: readonly Compared[] | undefined
  error: unknown
  onRetry: () => void
}

const isOff = ({ difference, external_amount }: Compared): boolean => external_amount !== null && difference !== 0

/** Compares the reports of banks and payment providers with our ledger. */
export function Reconciliation({ month, compared, error, onRetry }: ReconciliationProps) {
  const { t } = useTranslation('money')
  const { shortDay } = useMoneyWords()
  const [isImporting, setImporting] = useState(false)
  const isNarrow = useMedia(NARROW)
  const off = compared?.filter(isOff).length ?? 0
  // Of these nobody knows whether they agree: no statement or report was imported yet.
  const unknown = compared?.filter(({ external_amount }) => external_amount === null).length ?? 0
  return (
    <Card role="region" aria-labelledby="compare" className="min-w-0 overflow-hidden">
      <header className="flex min-h-12 flex-wrap items-center gap-2.5 px-4 py-2">
        <h2 id="compare" className="font-semibold">
          {t('compare.title')}
        </h2>
        {compared && (
          <Badge dot tone={off > 0 ? 'bad' : unknown > 0 ? 'warn' : 'ok'}>
            {off > 0
              ? t('compare.off', { count: off })
              : unknown > 0
                ? t('compare.unknown', { count: unknown })
                : t('compare.agrees')}
          </Badge>
        )}
        <Button size="sm" variant="outline" className="ms-auto" onClick={() => setImporting(true)}>
          <Upload aria-hidden />
          {t('import.button')}
        </Button>
      </header>
      {compared === undefined ? (
        <div className="border-t border-line p-4">
          <Pending error={error} onRetry={onRetry}>
            <Skeleton className="h-28" />
          </Pending>
        </div>
      ) : (
        <table className="w-full table-fixed text-sm">
          <caption className="sr-only">{t('compare.title')}</caption>
          <thead>
            <tr className="border-y border-line text-xs text-muted [&>th]:px-2 [&>th]:py-2 [&>th]:font-medium [&>th:first-child]:ps-4 [&>th:last-child]:pe-4">
              <th scope="col" className="text-start">
                {t('compare.on', { day: shortDay(month.to) })}
              </th>
              <th scope="col" className="w-[28%] text-end sm:w-[21%]">
                {t('compare.they')}
              </th>
              {!isNarrow && (
                <th scope="col" className="w-[21%] text-end">
                  {t('compare.ours')}
                </th>
              )}
              <th scope="col" className="w-[28%] text-end sm:w-[24%]">
                {t('compare.difference')}
              </th>
            </tr>
          </thead>
          {compared.map((row) => (
            <SourceRows key={row.source} row={row} month={month} />
          ))}
        </table>
      )}
      <LateDialog>{isImporting && <ImportDialog onClose={() => setImporting(false)} />}</LateDialog>
    </Card>
  )
}

function SourceRows({ row, month }: { row: Compared; month: Period }) {
  const { t } = useTranslation('money')
  const { figure, shortDay } = useMoneyWords()
  const isNarrow = useMedia(NARROW)
  const isProvider = row.source !== 'bank' && row.source !== 'wallets'
  const wrong = isOff(row)
  const differences = useDifferences(isProvider && (wrong || row.open_lines > 0) ? row.source : null, month)
  const isUnknown = row.external_amount === null
  const name = isProvider ? providerName(row.source) : t(`compare.source.${row.source}`)
  const by = isUnknown
    ? t('compare.nothing')
    : row.as_of !== month.to && row.source !== 'wallets'
      ? shortDay(row.as_of)
      : t(`compare.by.${isProvider ? 'report' : row.source}`)
  return (
    <tbody className={cn('border-b border-line last:border-0', wrong && 'bg-bad-soft')}>
      <tr className="[&>*]:py-2">
        <th scope="row" className="ps-4 pe-2 text-start font-normal">
          <span className="flex items-center gap-2">
            <State isUnknown={isUnknown} isWrong={wrong} />
            <span className="min-w-0">
              {name} <span className={cn('text-xs', wrong ? 'text-bad' : 'text-muted')}>{by}</span>
            </span>
          </span>
        </th>
        <td className="px-2 text-end whitespace-nowrap tabular">{isUnknown ? '–' : figure(row.external_amount)}</td>
        {!isNarrow && <td className="px-2 text-end whitespace-nowrap tabular">{figure(row.ledger_amount)}</td>}
        <td
          className={cn(
            'ps-2 pe-4 text-end whitespace-nowrap tabular',
            wrong ? 'font-semibold text-bad' : 'text-muted'
          )}
        >
          {isUnknown ? '–' : figure(row.difference)}
        </td>
      </tr>
      {row.source === 'bank' && row.open_lines > 0 && (
        <Below>
          <span className="flex-1">{t('compare.open_lines', { count: row.open_lines })}</span>
          <Open to={moneyPath({ show: 'bank', state: 'open' })} label={t('compare.open_bank')} />
        </Below>
      )}
      {differences.data?.map((one) => (
        <Below key={`${one.outcome} ${one.ref}`}>
          <DifferenceText difference={one} />
          <Ask provider={row.source} name={name} reference={one.charge_ref ?? one.ref} />
          <Open
            to={differencePath(one) ?? moneyPath({ show: 'differences', provider: row.source })}
            label={t('compare.open_named', { name: apart(one.reference ?? one.ref) })}
          />
        </Below>
      ))}
      {isProvider && (wrong || row.open_lines > 0) && differences.data && !isFew(differences.data) && (
        <Below>
          <span className="flex-1 text-bad">{differences.data.length === 0 && t('compare.no_line')}</span>
          <Open
            to={moneyPath({ show: 'differences', provider: row.source, days: `${month.from}..${month.to}` })}
            label={t('compare.all_label', { name })}
            text={t('compare.all')}
          />
        </Below>
      )}
    </tbody>
  )
}

/** Whether the card already shows all differences of the provider. */
const isFew = (differences: readonly Difference[]): boolean =>
  differences.length > 0 && differences.length < SHOWN_DIFFERENCES

function Ask({ provider, name, reference }: { provider: string; name: string; reference: string }) {
  const { t } = useTranslation('money')
  const page = providerPage(provider, reference)
  return (
    page && (
      <a href={page} target="_blank" rel="noreferrer" className="shrink-0 font-medium underline underline-offset-4">
        {t('differences.ask', { provider: name })}
      </a>
    )
  )
}

function DifferenceText({ difference }: { difference: Difference }) {
  const { t } = useTranslation('money')
  const { timeZone, locale } = useMoneyWords()
  const day = new Date(difference.at).toLocaleDateString(locale, { day: 'numeric', month: 'short', timeZone })
  return (
    <span className="min-w-0 flex-1">
      <bdi className="font-semibold">{difference.reference ?? difference.charge_ref ?? difference.ref}</bdi>, {day}:{' '}
      {t(`differences.outcome.${difference.outcome}`)}
    </span>
  )
}

function State({ isUnknown, isWrong }: { isUnknown: boolean; isWrong: boolean }) {
  const { t } = useTranslation('money')
  const [Icon, tone, word] = isUnknown
    ? ([CircleDashed, 'text-muted', 'unknown'] as const)
    : isWrong
      ? ([CircleAlert, 'text-bad', 'off'] as const)
      : ([CircleCheck, 'text-ok', 'fits'] as const)
  return (
    <>
      <Icon aria-hidden className={cn('size-4 shrink-0', tone)} />
      <span className="sr-only">{t(`compare.state.${word}`)}</span>
    </>
  )
}

function Below({ children }: { children: React.ReactNode }) {
  return (
    <tr>
      <td colSpan={useMedia(NARROW) ? 3 : 4} className="ps-10 pe-4 pb-2">
        <span className="flex min-h-6 items-center gap-3">{children}</span>
      </td>
    </tr>
  )
}

function Open({ to, label, text }: { to: string; label: string; text?: string }) {
  const { t } = useTranslation('money')
  return (
    <Link to={to} aria-label={label} className="shrink-0 font-medium underline underline-offset-4">
      {text ?? t('compare.open')}
    </Link>
  )
}
