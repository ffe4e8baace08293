import type { TFunction } from 'i18next'
import { CarTaxiFront, ScrollText, SquareSplitHorizontal, UserRound } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { type Column, type Filter, RowCard, type TableDefinition } from '@/components/data-table'
import { paths, personPath } from '@/config/paths'
import { personFilter } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { isolated } from '@/lib/format/isolated'
import { keysOf } from '@/lib/texts/keys'
import { auditSource, type Entry, type Narrowed } from './api'
import { ChangeList } from './change-list'
import { shownChanges } from './field-words'

type Words = TFunction<'audit'>

const actionName = (t: Words, action: string) => t([`action.${action}`, 'raw'], { word: action })
const targetName = (t: Words, target: string) => t([`target.${target}`, 'raw'], { word: target })
const actorName = (t: Words, row: Entry) => row.actor_name ?? t([`actor.${row.actor_role}`, 'actor.gone'])

const FIELDS = 3

/** A summary of an entry in one line: the first fields that changed. */
function summary(t: Words, row: Entry): string {
  const names = [...new Set(shownChanges(t, row.before, row.after).map(({ name }) => name))]
  const first = names.slice(0, FIELDS).join(', ')
  return names.length > FIELDS ? `${first} + ${names.length - FIELDS}` : first
}

/** The page of the booking or person that an entry is about; null if it is about neither. */
const subjectPath = ({ subject_id, subject_role }: Entry): string | null =>
  subject_id && (subject_role === 'booking' ? paths.booking(subject_id) : personPath(subject_id, subject_role))

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
    { id: 'subject', label: label('subject'), value: (row) => row.subject, link: subjectPath, width: 160 },
    { id: 'changed', label: label('changed'), value: (row) => summary(t, row), width: 240 },
    { id: 'row', label: label('row'), value: (row) => row.target_id, hidden: true, width: 200 },
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
    options: keysOf('audit', 'action').map((value) => ({ value, label: actionName(t, value) }))
  },
  {
    id: 'target',
    label: t('column.target'),
    kind: 'choice',
    options: keysOf('audit', 'target').map((value) => ({ value, label: targetName(t, value) }))
  },
  { id: 'row', label: t('column.row'), kind: 'text' },
  { id: 'at', label: t('column.at'), kind: 'dates' }
]

/** Columns and filters that are left out if the log shows only the changes of one database row. */
const OF_ROW = ['target', 'subject', 'row']

/** The pages that an entry leads to: of what it is about, and of the person who made the change. */
const pagesOf = (row: Entry): ['target' | 'booking' | 'actor', string][] => {
  const subject = subjectPath(row)
  return [
    ...(subject ? [[row.subject_role === 'booking' ? 'booking' : 'target', subject] as ['target', string]] : []),
    ...(row.actor_id ? [['actor', personPath(row.actor_id, row.actor_role)] as ['actor', string]] : [])
  ]
}

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
        ...pagesOf(row).map(([what, path]) => ({
          id: what,
          label: t(`open.${what}`),
          icon: what === 'booking' ? CarTaxiFront : UserRound,
          onSelect: () => void go(path)
        }))
      ],
      peek: {
        content: (row) => (
          <div className="space-y-4 p-5">
            <header>
              <h2 className="text-base font-semibold">{title(row)}</h2>
              <p className="text-sm text-muted">
                {[row.subject, actorName(t, row), dateTime(row.at)]
                  .filter((part) => part !== null)
                  .map(isolated)
                  .join(' · ')}
              </p>
            </header>
            <ChangeList entry={row} />
          </div>
        )
      },
      card: (row) => (
        <RowCard
          title={title(row)}
          parts={[row.subject, actorName(t, row), dateTime(row.at)].filter((part) => part !== null)}
        >
          <p dir="auto" className="mt-0.5 truncate text-muted">
            {summary(t, row)}
          </p>
        </RowCard>
      ),
      empty: { title: t('common:no_data'), hint: t('empty'), icon: ScrollText },
      live: { topic: 'admin', events: ['audit'] }
    }
  }, [t, dateTime, onCompare, target, id, go])
}
