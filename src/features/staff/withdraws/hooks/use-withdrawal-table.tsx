import { Banknote, Check, Landmark, Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type RowAction, RowCard, type TableDefinition } from '@/components/data-table'
import { usePersonPath } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { apart } from '@/lib/format/isolated'
import { textLimits } from '@/types/text-limits'
import { completeWithdrawal, rejectWithdrawal } from '../commands'
import { StateBadge, withdrawalColumns, withdrawalFilters, withdrawalViews } from '../components/columns'
import { WithdrawalDetails } from '../components/withdrawal-details'
import { type Command, WithdrawalActions } from '../components/withdrawal-dialog'
import { getWithdrawal, stateOf, type Withdrawal, withdrawalSource } from '../queries'

/** Defines the table of withdrawals. */
export function useWithdrawalTable(onAsk: (command: Command, row: Withdrawal) => void): TableDefinition<Withdrawal> {
  const { t } = useTranslation('withdraws')
  const { money, dateTime } = useFormat()
  const personPath = usePersonPath()
  return useMemo(() => {
    const actions = (row: Withdrawal): RowAction[] => {
      const one = (id: Command, icon: RowAction['icon'], isDanger = false): RowAction => ({
        id,
        label: t(`action.${id}`),
        isDanger,
        onSelect: () => onAsk(id, row),
        ...(icon ? { icon } : {})
      })
      const isOpen = stateOf(row) === 'open'
      return [
        ...(isOpen ? [one('complete', Check)] : []),
        one('details', Landmark),
        ...(isOpen ? [one('reject', Undo2, true)] : [])
      ]
    }
    return {
      id: 'withdraws',
      label: t('title'),
      columns: withdrawalColumns(t, (row) => personPath(row.user_id, null)),
      filters: withdrawalFilters(t),
      views: withdrawalViews(t),
      source: withdrawalSource,
      rowId: ({ id }) => id,
      rowName: (row) => `${apart(row.name)}, ${money(row.amount)}`,
      actions,
      bulk: [
        {
          id: 'complete',
          label: t('action.complete'),
          icon: Check,
          question: (count) => t('complete.question', { count }),
          run: ({ id }) => completeWithdrawal(id)
        },
        {
          id: 'reject',
          label: t('action.reject'),
          icon: Undo2,
          isDanger: true,
          question: (count) => t('reject.question', { count }),
          note: {
            label: t('column.reason'),
            hint: t('reject.hint_all'),
            limit: textLimits.withdraw_requests.reason,
            isRequired: true
          },
          run: ({ id }, _signal, reason) => rejectWithdrawal(id, reason)
        }
      ],
      peek: {
        content: (row) => <WithdrawalDetails row={row} />,
        footer: (row) => stateOf(row) === 'open' && <WithdrawalActions onAsk={(command) => onAsk(command, row)} />
      },
      card: (row) => (
        <RowCard
          title={row.name}
          badge={<StateBadge row={row} t={t} />}
          parts={[dateTime(row.date)]}
          figure={money(row.amount)}
        />
      ),
      empty: { title: t('no_withdraws'), hint: t('empty'), icon: Banknote },
      live: {
        topic: 'admin',
        events: ['withdrawal'],
        idOf: ({ payload }) => (typeof payload.id === 'string' ? payload.id : null),
        one: getWithdrawal
      }
    }
  }, [t, money, dateTime, personPath, onAsk])
}
