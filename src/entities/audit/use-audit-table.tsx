import type { TFunction } from 'i18next'
import { ScrollText, SquareSplitHorizontal, UserRound } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { type Column, type Filter, RowCard, type TableDefinition } from '@/components/data-table'
import { personPath } from '@/config/paths'
import { personFilter } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { isolated } from '@/lib/isolated'
import { auditSource, type Entry, type Narrowed } from './api'
import { ChangeList } from './change-list'
import { changesOf } from './changes'

type Words = TFunction<'audit'>

/** The logged actions that have a translation. Any other action is shown by its key. */
const ACTIONS = [
  ...['insert', 'update', 'delete', 'create', 'edit', 'approve', 'disapprove', 'verified', 'rejected'],
  ...['add_to_wallet', 'complete_withdrawal', 'reject_withdrawal', 'release_payouts', 'refund_booking'],
  ...['add_driver_charge', 'end_driver_charge', 'run_payouts', 'payout_file', 'match_statement', 'assign_bank_line'],
  ...['close_day', 'lock_period', 'remit_tax', 'write_off', 'record_provider_report', 'accept_provider_line'],
  ...['return_topup', 'decide_payment_flag', 'retry_payment', 'close_stuck_payment'],
  ...['request_approval', 'approve_request', 'reject_request', 'send_notification', 'set_staff_role'],
  ...['create_booking', 'assign_driver', 'cancel_booking', 'change_route', 'end_trip', 'confirm_cash', 'add_extra'],
  ...[
    'remove_extra',
    'override_start_code',
    'decide_no_show_fee',
    'reverse_decision',
    'correct_fare',
    'request_payment',
    'withdraw_payment_request',
    'return_to_sender',
    'end_guest_link',
    'answer_driver',
    'submit_document',
    'admit_number'
  ],
  'check_user_exists'
] as const

const TARGETS = [
  ...['settings', 'languages', 'car_types', 'cancel_reasons', 'promos', 'zones', 'tariff_windows', 'profiles'],
  ...['bookings', 'withdraw_requests', 'approvals', 'notifications', 'driver_documents']
] as const

const actionName = (t: Words, action: string) => t([`action.${action}`, 'raw'], { word: action })
const targetName = (t: Words, target: string) => t([`target.${target}`, 'raw'], { word: target })
const actorName = (t: Words, row: Entry) => row.actor_name ?? t([`actor.${row.actor_role}`, 'actor.gone'])

const FIELDS = 3

/** A summary of an entry in one line: the first fields that changed. */
function summary(row: Entry): string {
  const fields = changesOf(row.before, row.after).filter(({ isChanged }) => isChanged)
  const names = fields.slice(0, FIELDS).map(({ field }) => field)
  return fields.length > FIELDS ? `${names.join(', ')} + ${fields.length - FIELDS}` : names.join(', ')
}

function auditColumns(t: Words): Column<Entry>[] {
  const label = (id: string) => t(`column.${id}`)
  return [
    { id: 'at', label: label('at'), value: (row) => row.at, kind: 'moment', width: 184 },
    { id: 'actor', label: label('actor'), value: (row) => actorName(t, row), width: 160 },
    {
      id: 'role',
      label: label('role'),
      value: (row) => t([`actor.${row.actor_role}`, 'raw'], { word: row.actor_role }),
      width: 112
    },
    { id: 'action', label: label('action'), value: (row) => actionName(t, row.action), width: 176 },
    { id: 'target', label: label('target'), value: (row) => targetName(t, row.target), width: 144 },
    { id: 'changed', label: label('changed'), value: summary, width: 240 },
    { id: 'row', label: label('row'), value: (row) => row.target_id, width: 200 },
    {
      id: 'before',
      label: t('before'),
      value: (row) => row.before && JSON.stringify(row.before),
      hidden: true,
      width: 240
    },
    { id: 'after', label: t('after'), value: (row) => row.after && JSON.stringify(row.after), hidden: true, width: 240 }
  ]
}

const auditFilters = (t: Words): Filter[] => [
  personFilter('actor', t('column.actor'), 'admin'),
  {
    id: 'action',
    label: t('column.action'),
    kind: 'choice',
    options: ACTIONS.map((value) => ({ value, label: actionName(t, value) }))
  },
  {
    id: 'target',
    label: t('column.target'),
    kind: 'choice',
    options: TARGETS.map((value) => ({ value, label: targetName(t, value) }))
  },
  { id: 'row', label: t('column.row'), kind: 'text' },
  { id: 'at', label: t('column.at'), kind: 'dates' }
]

/** Columns and filters that are left out if the log shows only the changes of one database row. */
const OF_ROW = ['target', 'row']

/** The person whose profile an entry changes, and the person who made the change. The log contains only the latter's role. */
const peopleIn = ({
  target,
  target_id,
  actor_id,
  actor_role
}: Entry): ['target' | 'actor', string, string | null][] => [
  ...(target === 'profiles' && target_id ? [['target', target_id, null] as ['target', string, null]] : []),
  ...(actor_id ? [['actor', actor_id, actor_role] as ['actor', string, string]] : [])
]

/** The definition of the audit log's table: all entries, or those of one database row (`of`). */
export function useAuditTable(onCompare: (row: Entry) => void, of?: Narrowed): TableDefinition<Entry> {
  const { t } = useTranslation('audit')
  const { dateTime } = useFormat()
  const go = useNavigate()
  const { target, id } = of ?? {}
  return useMemo(() => {
    const narrowed = target && id ? { target, id } : undefined
    const title = (row: Entry) => `${actionName(t, row.action)} · ${targetName(t, row.target)}`
    return {
      id: narrowed ? 'audit-of-one' : 'audit',
      label: t('title'),
      ...(narrowed && { isPart: true }),
      columns: auditColumns(t).filter(({ id: column }) => !narrowed || !OF_ROW.includes(column)),
      filters: auditFilters(t).filter(({ id: filter }) => !narrowed || !OF_ROW.includes(filter)),
      source: auditSource(narrowed),
      rowId: ({ id }) => String(id),
      rowName: (row) => `${title(row)}, ${dateTime(row.at)}`,
      actions: (row) => [
        { id: 'compare', label: t('compare'), icon: SquareSplitHorizontal, onSelect: () => onCompare(row) },
        ...peopleIn(row).map(([who, person, role]) => ({
          id: who,
          label: t(`open.${who}`),
          icon: UserRound,
          onSelect: () => void go(personPath(person, role))
        }))
      ],
      peek: {
        content: (row) => (
          <div className="space-y-4 p-5">
            <header>
              <h2 className="text-base font-semibold">{title(row)}</h2>
              <p className="text-sm text-muted">{[actorName(t, row), dateTime(row.at)].map(isolated).join(' · ')}</p>
            </header>
            <ChangeList entry={row} />
          </div>
        )
      },
      card: (row) => (
        <RowCard title={title(row)} parts={[actorName(t, row), dateTime(row.at)]}>
          <p dir="auto" className="mt-0.5 truncate text-muted">
            {summary(row)}
          </p>
        </RowCard>
      ),
      empty: { title: t('common:no_data'), hint: t('empty'), icon: ScrollText },
      live: { topic: 'admin', events: ['audit'] }
    }
  }, [t, dateTime, onCompare, target, id, go])
}
