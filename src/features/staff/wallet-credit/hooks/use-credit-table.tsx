import { Undo2, Wallet } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { RowCard, type TableDefinition } from '@/components/data-table'
import { personFilter, useHolds } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { apart } from '@/lib/format/isolated'
import { serverNow } from '@/lib/time/server-clock'
import { reversalTimeMs } from '@/types/rules'
import { type Credit, creditSource } from '../queries'

const isOpen = ({ reversed_at, date }: Credit): boolean =>
  reversed_at === null && serverNow() - Date.parse(date) < reversalTimeMs

/** Defines the table of credits that admins gave earlier. */
export function useCreditTable(onTakeBack: (row: Credit) => void): TableDefinition<Credit> {
  const { t } = useTranslation('wallet_credit')
  const { money, dateTime } = useFormat()
  const mayReverse = useHolds()('refund')
  return useMemo(() => {
    const label = (id: string) => t(`column.${id}`)
    const role = (row: Credit) => t(`people:role.${row.usertype}`)
    return {
      id: 'credits',
      label: t('title'),
      columns: [
        { id: 'date', label: label('date'), value: (row) => row.date, kind: 'moment', width: 184 },
        { id: 'name', label: label('name'), value: (row) => row.name, width: 176 },
        { id: 'role', label: label('role'), value: role, width: 112 },
        { id: 'amount', label: label('amount'), value: (row) => row.amount, kind: 'money', width: 128 },
        { id: 'balance', label: label('balance'), value: (row) => row.balance, kind: 'money', width: 128 },
        { id: 'by', label: label('by'), value: (row) => row.credited_by, width: 160 },
        { id: 'reason', label: label('reason'), value: (row) => row.reason, width: 200 },
        {
          id: 'state',
          label: label('state'),
          value: (row) => (row.reversed_at ? t('state.reversed') : null),
          width: 140
        },
        { id: 'ref', label: label('ref'), value: (row) => row.tx_ref, width: 120 }
      ],
      filters: [personFilter('person', label('name')), { id: 'date', label: label('date'), kind: 'dates' }],
      source: creditSource,
      rowId: ({ id }) => String(id),
      rowName: (row) => `${apart(row.name)}, ${money(row.amount)}`,
      actions: (row) =>
        mayReverse && isOpen(row)
          ? [{ id: 'take_back', label: t('take_back'), icon: Undo2, isDanger: true, onSelect: () => onTakeBack(row) }]
          : [],
      card: (row) => (
        <RowCard
          title={row.name}
          parts={[dateTime(row.date), row.credited_by, row.reversed_at ? t('state.reversed') : row.reason]}
          figure={money(row.amount)}
        />
      ),
      empty: { title: t('common:no_data'), hint: t('empty'), icon: Wallet },
      live: { topic: 'admin', events: ['audit'] }
    }
  }, [t, money, dateTime, mayReverse, onTakeBack])
}
