import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { LateDialog } from '@/components/ui/late-dialog'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { moneyPath, openWithdrawalsPath } from '@/config/report-paths'
import { usePersonPath } from '@/entities/person'
import { useIsDemo } from '@/entities/settings'
import { formatDateTime } from '@/lib/format/format'
import { shortAccount } from '@/lib/format/short-account'
import { exactSum } from '@/lib/typing/decimal'
import { useMoneyWords } from '../../hooks/use-words'
import { type Standing, standingOf, weekOf } from '../../model/payout'
import { MOST_WAITING, type PayoutRow, useRuns, useWaiting, useWithoutBank, type Withdrawal } from '../../queries'

const PayDialog = lazy(() => import('../dialogs/pay-dialog').then((part) => ({ default: part.PayDialog })))
const RunDialog = lazy(() => import('../dialogs/run-dialog').then((part) => ({ default: part.RunDialog })))

/** Maximum number of withdrawals shown on this card; the list has all of them. */
const SHOWN = 4
/** Maximum number of drivers without bank details shown on this card. */
const SHOWN_WITHOUT = 2

/**
 * The card of withdrawals that the bank has not paid yet: those of the weekly payout of all drivers, and those that people
 * requested.
 */
export function Payouts({ today }: { today: string }) {
  const { t } = useTranslation('money')
  const { figure, count, timeZone, locale, decimals } = useMoneyWords()
  const isDemo = useIsDemo()
  const waiting = useWaiting()
  const runs = useRuns()
  const [asked, setAsked] = useState<'pay' | 'run' | null>(null)
  const run = runs.data?.[0] ?? null
  const withoutBank = useWithoutBank(run?.id ?? null)
  const isThisWeek = run?.week === weekOf(today)
  const all = waiting.data ?? []
  const standing = (row: Withdrawal) => standingOf(row, decimals, isDemo)
  const ready = all.filter((row) => standing(row) === 'ready')
  const sent = all.filter((row) => standing(row) === 'in_file')
  const sum = exactSum(ready.map(({ amount }) => amount))
  const error = waiting.error ?? runs.error
  return (
    <Card role="region" aria-labelledby="payouts" className="min-w-0">
      <header className="flex min-h-12 flex-wrap items-center gap-x-2.5 px-4 py-2">
        <h2 id="payouts" className="font-semibold">
          {t('payouts.title')}
        </h2>
        {run && (
          <Link to={moneyPath({ show: 'payouts', run: run.id })} className="text-sm text-muted hover:text-ink">
            {formatDateTime(run.started_at, locale, timeZone)}
          </Link>
        )}
        {waiting.data && (
          <span className="ms-auto text-sm text-muted tabular">
            {t('payouts.asked', {
              count: all.length,
              shown: `${count(all.length)}${all.length === MOST_WAITING ? '+' : ''}`,
              sum: figure(exactSum(all.map(({ amount }) => amount)))
            })}
          </span>
        )}
      </header>
      {waiting.data === undefined || runs.data === undefined ? (
        <div className="px-4 pb-4">
          <Pending
            error={error}
            onRetry={() => {
              void waiting.mutate()
              void runs.mutate()
            }}
          >
            <Skeleton className="h-32" />
          </Pending>
        </div>
      ) : (
        <>
          <Rows rows={all} without={withoutBank.data ?? []} standing={standing} />
          <footer className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 text-sm">
            <span className="min-w-0 flex-1 text-muted tabular">
              {all.length > 0
                ? t('payouts.ready', { ready: count(ready.length), all: count(all.length) })
                : isThisWeek
                  ? t('payouts.all_paid')
                  : t('payouts.no_run')}
              {sent.length > 0 && <span className="block text-xs">{t('payouts.sent', { count: sent.length })}</span>}
            </span>
            {!isThisWeek && (
              <Button variant={ready.length > 0 ? 'outline' : 'accent'} onClick={() => setAsked('run')}>
                {t('run.button')}
              </Button>
            )}
            {all.length > 0 && (
              <Button variant={ready.length > 0 ? 'accent' : 'outline'} onClick={() => setAsked('pay')}>
                {ready.length > 0
                  ? t('payouts.pay', { count: ready.length, shown: count(ready.length), sum: figure(sum) })
                  : t('payouts.file_again')}
              </Button>
            )}
          </footer>
        </>
      )}
      <LateDialog>
        {asked === 'pay' && (
          <PayDialog waiting={all} standing={standing} today={today} onClose={() => setAsked(null)} />
        )}
        {asked === 'run' && <RunDialog onClose={() => setAsked(null)} />}
      </LateDialog>
    </Card>
  )
}

interface RowsProps {
  rows: readonly Withdrawal[]
  without: readonly PayoutRow[]
  standing: (row: Withdrawal) => Standing
}

function Rows({ rows, without, standing }: RowsProps) {
  const { t } = useTranslation('money')
  const { figure, count } = useMoneyWords()
  const personPath = usePersonPath()
  const shown = rows.slice(0, rows.length > SHOWN + 1 ? SHOWN : SHOWN + 1)
  const rest = rows.slice(shown.length)
  const line =
    'grid grid-cols-[minmax(0,1fr)_7.5rem_4.5rem] items-center gap-x-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_5.5rem] py-1.5'
  if (rows.length + without.length === 0) return <p className="px-4 text-sm text-muted">{t('payouts.none')}</p>
  return (
    <ul className="divide-y divide-line px-4 text-sm">
      {shown.map((row) => (
        <li key={row.id} className={line}>
          <Link
            dir="auto"
            to={personPath(row.user_id, null) ?? openWithdrawalsPath}
            className="truncate hover:underline"
          >
            {row.name}
          </Link>
          {standing(row) === 'no_bank' || standing(row) === 'faulty' ? (
            <span className="truncate text-warn">{t(`payouts.${standing(row)}`)}</span>
          ) : (
            <span className="flex min-w-0 items-center gap-2 text-muted">
              <bdi dir="ltr" className="truncate">
                {shortAccount(row.bank_account)}
              </bdi>
              {standing(row) === 'in_file' && <Badge className="h-5 px-2">{t('payouts.in_file')}</Badge>}
            </span>
          )}
          <span className="text-end font-medium tabular">{figure(row.amount)}</span>
        </li>
      ))}
      {rest.length > 0 && (
        <li className={line}>
          <Link to={openWithdrawalsPath} className="col-span-2 text-muted hover:text-ink">
            {t('payouts.more', { count: rest.length, shown: count(rest.length) })}
          </Link>
          <span className="text-end text-muted tabular">{figure(exactSum(rest.map(({ amount }) => amount)))}</span>
        </li>
      )}
      {without.slice(0, SHOWN_WITHOUT).map((row) => (
        <li key={row.driver_id} className={line}>
          <Link
            dir="auto"
            to={personPath(row.driver_id, 'driver') ?? ''}
            className="truncate text-muted hover:underline"
          >
            {row.name}
          </Link>
          <span className="truncate text-warn">{t('payouts.no_bank')}</span>
          <span className="text-end text-muted tabular">{figure(row.balance - row.locked)}</span>
        </li>
      ))}
      {without.length > SHOWN_WITHOUT && (
        <li className={line}>
          <Link
            to={moneyPath({ show: 'payouts', outcome: 'no_bank' })}
            className="col-span-2 text-muted hover:text-ink"
          >
            {t('payouts.more_without', { count: without.length - SHOWN_WITHOUT })}
          </Link>
        </li>
      )}
    </ul>
  )
}
