import type { TFunction } from 'i18next'
import type { Column, Filter, View } from '@/components/data-table'
import { Badge, type Tone } from '@/components/ui/badge'
import { personFilter } from '@/entities/person'
import { shortAccount } from '@/lib/format/short-account'
import { STATES, type State, stateOf, type Withdrawal } from '../queries'

type Words = TFunction<'withdraws'>

const tones: Record<State, Tone> = { open: 'warn', processed: 'ok', rejected: 'bad' }

export function StateBadge({ row, t }: { row: Withdrawal; t: Words }) {
  const state = stateOf(row)
  return (
    <Badge dot tone={tones[state]}>
      {t(`state.${state}`)}
    </Badge>
  )
}

export function withdrawalColumns(t: Words, personOf: (row: Withdrawal) => string | null): Column<Withdrawal>[] {
  const label = (id: string) => t(`column.${id}`)
  return [
    { id: 'name', label: label('name'), value: (row) => row.name, link: personOf, width: 168 },
    {
      id: 'status',
      label: label('status'),
      value: (row) => t(`state.${stateOf(row)}`),
      cell: (row) => <StateBadge row={row} t={t} />,
      width: 128
    },
    { id: 'amount', label: label('amount'), value: (row) => row.amount, kind: 'money', width: 128, sortable: 'desc' },
    { id: 'date', label: label('date'), value: (row) => row.date, kind: 'moment', width: 144, sortable: 'desc' },
    { id: 'bank', label: label('bank'), value: (row) => row.bank_name, width: 144 },
    {
      id: 'account',
      label: label('account'),
      value: (row) => row.bank_account,
      cell: (row) => <bdi dir="ltr">{shortAccount(row.bank_account)}</bdi>,
      width: 104
    },
    { id: 'done', label: label('done'), value: (row) => row.process_date, kind: 'moment', width: 144 },
    { id: 'reason', label: label('reason'), value: (row) => row.reason, width: 200 },
    { id: 'code', label: label('code'), value: (row) => row.bank_code, width: 120, hidden: true },
    { id: 'rejected', label: label('rejected'), value: (row) => row.rejected_at, kind: 'moment', hidden: true },
    { id: 'user', label: label('user'), value: (row) => row.user_id, hidden: true },
    { id: 'id', label: label('id'), value: (row) => row.id, hidden: true }
  ]
}

export const withdrawalFilters = (t: Words): Filter[] => [
  {
    id: 'status',
    label: t('column.status'),
    kind: 'choice',
    options: STATES.map((value) => ({ value, label: t(`state.${value}`) }))
  },
  personFilter('person', t('column.name')),
  { id: 'date', label: t('column.date'), kind: 'dates' }
]

export const withdrawalViews = (t: Words): View[] =>
  STATES.map((id) => ({ id, label: t(`view.${id}`), filters: { status: [id] } }))
