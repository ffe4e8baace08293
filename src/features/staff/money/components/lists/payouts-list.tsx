import { HandCoins } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { DataTable, pageOf, RowCard, type Source, type TableDefinition } from '@/components/data-table'
import { Badge, type Tone } from '@/components/ui/badge'
import { Select } from '@/components/ui/select'
import { usePersonPath, useTableHost } from '@/entities/person'
import { apart } from '@/lib/format/isolated'
import { usePutParams } from '@/lib/page/use-put-params'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { useMoneyWords } from '../../hooks/use-words'
import { type PayoutRow, type PayoutRun, useRuns } from '../../queries'
import { BackLink, listClasses } from './back-link'

const OUTCOMES = ['requested', 'no_bank', 'negative', 'locked', 'waits', 'nothing', 'failed'] as const
const stateTones: Record<string, Tone> = { processed: 'ok', sent: 'info', rejected: 'bad' }
const tones: Record<string, Tone> = { no_bank: 'warn', negative: 'bad', waits: 'warn', failed: 'bad' }

const rowSource =
  (runId: string | null): Source<PayoutRow> =>
  async ({ filters }, { after, size }, signal) => {
    if (runId === null) return { rows: [], next: null }
    const rows = await unwrap(
      supabase
        .rpc('list_payout_rows', {
          run_id: runId,
          of_outcome: filters.outcome?.[0] ?? null,
          after_id: (after as string | null) ?? null,
          page_size: size
        })
        .abortSignal(signal)
    )
    return pageOf<PayoutRow>(rows, size, ({ driver_id }) => driver_id)
  }

/** The list of a weekly payout's results, one for each driver. */
export function PayoutsList() {
  const { t } = useTranslation('money')
  const host = useTableHost()
  const personPath = usePersonPath()
  const [params] = useSearchParams()
  const runs = useRuns()
  const run = runs.data?.find(({ id }) => id === params.get('run')) ?? runs.data?.[0] ?? null
  const runId = run?.id ?? null
  const { money } = host
  const all = runs.data
  const definition = useMemo((): TableDefinition<PayoutRow> => {
    const label = (id: string) => t(`payouts.column.${id}`)
    const outcome = (row: PayoutRow) =>
      row.outcome === 'requested' && row.state ? t(`payouts.state.${row.state}`) : t(`payouts.outcome.${row.outcome}`)
    const badge = (row: PayoutRow) => (
      <Badge dot tone={(row.state ? stateTones[row.state] : tones[row.outcome]) ?? 'neutral'}>
        {outcome(row)}
      </Badge>
    )
    return {
      id: 'money-payouts',
      label: t('payouts.list_title'),
      columns: [
        {
          id: 'name',
          label: label('name'),
          value: (row) => row.name,
          link: (row) => personPath(row.driver_id, 'driver'),
          width: 184
        },
        { id: 'outcome', label: label('outcome'), value: outcome, cell: badge, width: 200 },
        { id: 'balance', label: label('balance'), value: (row) => row.balance, kind: 'money', width: 128 },
        { id: 'charges', label: label('charges'), value: (row) => row.charges, kind: 'money', width: 128 },
        { id: 'locked', label: label('locked'), value: (row) => row.locked, kind: 'money', width: 128 },
        { id: 'amount', label: label('amount'), value: (row) => row.amount, kind: 'money', width: 128 },
        { id: 'withdrawal', label: label('withdrawal'), value: (row) => row.withdrawal_id, hidden: true }
      ],
      filters: [
        {
          id: 'outcome',
          label: label('outcome'),
          kind: 'choice',
          options: OUTCOMES.map((value) => ({ value, label: t(`payouts.outcome.${value}`) }))
        }
      ],
      source: rowSource(runId),
      rowId: ({ driver_id }) => driver_id,
      rowName: ({ name }) => apart(name),
      card: (row) => (
        <RowCard title={row.name} badge={badge(row)} parts={[money(row.balance)]} figure={money(row.amount)} />
      ),
      action: <BackLink />,
      above: all && run && <RunHead run={run} runs={all} />,
      empty: { title: t('common:no_data'), hint: t('payouts.empty'), icon: HandCoins },
      live: { topic: 'admin', events: ['withdrawal', 'audit'] }
    }
  }, [t, money, personPath, runId, run, all])
  return (
    <main id="main" className={listClasses}>
      <DataTable key={runId} definition={definition} host={host} />
    </main>
  )
}

function RunHead({ run, runs }: { run: PayoutRun; runs: readonly PayoutRun[] }) {
  const { t } = useTranslation('money')
  const { day, money, count } = useMoneyWords()
  const put = usePutParams()
  return (
    <div className="mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted md:mx-6">
      <Select
        aria-label={t('payouts.run')}
        value={run.id}
        onChange={(event) => put((params) => params.set('run', event.target.value))}
      >
        {runs.map((one) => (
          <option key={one.id} value={one.id}>
            {t('payouts.week', { day: day(one.week) })}
          </option>
        ))}
      </Select>
      <span>{t('payouts.summary', { drivers: count(run.drivers), count: run.requests, sum: money(run.total) })}</span>
    </div>
  )
}
