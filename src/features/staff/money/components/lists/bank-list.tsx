import { Landmark, Tags } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable, RowCard, type Source, type TableDefinition } from '@/components/data-table'
import { Badge, type Tone } from '@/components/ui/badge'
import { useTableHost } from '@/entities/person'
import { apart } from '@/lib/format/isolated'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { NextPage } from '@/types/database'
import { useMoneyWords } from '../../hooks/use-words'
import type { BankLine } from '../../queries'
import { AssignDialog } from '../dialogs/assign-dialog'
import { BackLink, listClasses } from './back-link'

const OPEN = ['amount_differs', 'currency_differs', 'withdrawal_closed', 'unmatched']
const isOpen = ({ outcome }: BankLine): boolean => OPEN.includes(outcome)

const bankSource: Source<BankLine> = async ({ filters }, { after, size }, signal) => {
  const [from, to] = filters.days ?? []
  const state = filters.state?.[0]
  return await unwrap(
    supabase
      .rpc('list_bank_lines', {
        is_open: state ? state === 'open' : null,
        from_day: from || null,
        to_day: to || null,
        page_size: size,
        ...(after as NextPage)
      })
      .abortSignal(signal)
  )
}

const toneOf = (row: BankLine): Tone => (isOpen(row) ? 'warn' : row.outcome === 'already_paid' ? 'neutral' : 'ok')

/** The list of all lines of bank statements. Staff say what an unmatched line was for. */
export function BankList() {
  const { t } = useTranslation('money')
  const host = useTableHost()
  const { figure } = useMoneyWords()
  const [asked, setAsked] = useState<BankLine | null>(null)
  const definition = useMemo((): TableDefinition<BankLine> => {
    const label = (id: string) => t(`bank.column.${id}`)
    const outcome = (row: BankLine) => t(`bank.outcome.${row.outcome}`)
    const badge = (row: BankLine) => (
      <Badge dot tone={toneOf(row)}>
        {outcome(row)}
      </Badge>
    )
    const amount = (row: BankLine) => `${figure(row.amount)} ${row.currency}`
    return {
      id: 'money-bank',
      label: t('bank.title'),
      columns: [
        { id: 'booked', label: label('booked'), value: (row) => row.booked_on, kind: 'day', width: 128 },
        { id: 'name', label: label('name'), value: (row) => row.name, width: 184 },
        { id: 'note', label: label('note'), value: (row) => row.note, width: 260 },
        { id: 'amount', label: label('amount'), value: (row) => row.amount, kind: 'money', width: 136 },
        { id: 'outcome', label: label('outcome'), value: outcome, cell: badge, width: 208 },
        { id: 'reference', label: label('reference'), value: (row) => row.reference, width: 168 },
        { id: 'end_to_end', label: label('end_to_end'), value: (row) => row.end_to_end_id, hidden: true },
        { id: 'currency', label: label('currency'), value: (row) => row.currency, hidden: true },
        { id: 'imported', label: label('imported'), value: (row) => row.imported_at, kind: 'moment', hidden: true }
      ],
      filters: [
        {
          id: 'state',
          label: label('outcome'),
          kind: 'choice',
          options: ['open', 'done'].map((value) => ({ value, label: t(`bank.state.${value}`) }))
        },
        { id: 'days', label: label('booked'), kind: 'dates', asDays: true }
      ],
      views: ['open', 'done'].map((id) => ({ id, label: t(`bank.state.${id}`), filters: { state: [id] } })),
      source: bankSource,
      rowId: ({ id }) => String(id),
      rowName: (row) => [apart(row.name ?? row.reference), amount(row)].join(', '),
      actions: (row) =>
        isOpen(row) ? [{ id: 'assign', label: t('bank.assign'), icon: Tags, onSelect: () => setAsked(row) }] : [],
      peek: {},
      card: (row) => (
        <RowCard
          title={row.name ?? row.reference}
          badge={badge(row)}
          parts={[row.booked_on, row.note]}
          figure={amount(row)}
        />
      ),
      action: <BackLink />,
      empty: { title: t('common:no_data'), hint: t('bank.empty'), icon: Landmark },
      live: { topic: 'admin', events: ['audit'] }
    }
  }, [t, figure])
  return (
    <main id="main" className={listClasses}>
      <DataTable definition={definition} host={host} />
      {asked && <AssignDialog line={asked} onClose={() => setAsked(null)} />}
    </main>
  )
}
