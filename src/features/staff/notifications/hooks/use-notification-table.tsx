import type { TFunction } from 'i18next'
import { Bell, CircleStop, Send, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, type Filter, RowCard, type TableDefinition } from '@/components/data-table'
import { useFormat } from '@/entities/settings'
import { deleteNotification } from '../commands'
import { Progress } from '../components/progress'
import { DEVICETYPES, USERTYPES } from '../model'
import { type Notification, notificationSource } from '../queries'

type Words = TFunction<'notifications'>

const authorOf = ({ author }: Notification): string | null =>
  author && ([author.first_name, author.last_name].filter(Boolean).join(' ') || null)

function notificationColumns(t: Words): Column<Notification>[] {
  const label = (id: string) => t(`column.${id}`)
  return [
    { id: 'title', label: label('title'), value: (row) => row.title, width: 200 },
    { id: 'body', label: label('body'), value: (row) => row.body, width: 240, wraps: true },
    {
      id: 'channels',
      label: label('channels'),
      value: (row) => row.channels.map((channel) => t(`channel.${channel}`)).join(', '),
      width: 128
    },
    { id: 'usertype', label: label('usertype'), value: (row) => t(`usertype.${row.usertype}`), width: 104 },
    { id: 'devicetype', label: label('devicetype'), value: (row) => t(`device.${row.devicetype}`), width: 104 },
    {
      id: 'state',
      label: label('state'),
      value: (row) => t(row.sent_at ? 'state.sent' : 'state.draft'),
      cell: (row) => <Progress row={row} />,
      width: 136
    },
    { id: 'recipients', label: label('recipients'), value: (row) => row.recipients, kind: 'number', width: 112 },
    { id: 'sent', label: label('sent'), value: (row) => row.sent_at, kind: 'moment', width: 160 },
    {
      id: 'created',
      label: label('created'),
      value: (row) => row.created_at,
      kind: 'moment',
      width: 160,
      hidden: true
    },
    { id: 'author', label: label('author'), value: authorOf, width: 144 }
  ]
}

const notificationFilters = (t: Words): Filter[] => [
  {
    id: 'usertype',
    label: t('column.usertype'),
    kind: 'choice',
    options: USERTYPES.map((value) => ({ value, label: t(`usertype.${value}`) }))
  },
  {
    id: 'devicetype',
    label: t('column.devicetype'),
    kind: 'choice',
    options: DEVICETYPES.map((value) => ({ value, label: t(`device.${value}`) }))
  },
  { id: 'sent', label: t('state.sent'), kind: 'switch' },
  { id: 'created', label: t('column.created'), kind: 'dates' }
]

/** Whether there is something left to stop; the list may have been read before the last one left. */
const isUnderWay = ({ sent_at, stopped_at, progress }: Notification): boolean =>
  sent_at !== null && stopped_at === null && (progress?.[0] ?? 0) > 0

export type Command = 'send' | 'stop' | 'delete'

/** Returns the definition of the table of notifications, sent ones and drafts. */
export function useNotificationTable(
  onAsk: (command: Command, row: Notification) => void
): TableDefinition<Notification> {
  const { t } = useTranslation('notifications')
  const { dateTime } = useFormat()
  return useMemo(
    () => ({
      id: 'notifications',
      label: t('title'),
      columns: notificationColumns(t),
      filters: notificationFilters(t),
      search: t('search'),
      source: notificationSource,
      rowId: ({ id }) => id,
      rowName: ({ title }) => title,
      actions: (row) => [
        ...(row.sent_at ? [] : [{ id: 'send', label: t('send'), icon: Send, onSelect: () => onAsk('send', row) }]),
        ...(isUnderWay(row)
          ? [{ id: 'stop', label: t('stop.confirm'), icon: CircleStop, onSelect: () => onAsk('stop', row) }]
          : []),
        { id: 'delete', label: t('delete.confirm'), icon: Trash2, isDanger: true, onSelect: () => onAsk('delete', row) }
      ],
      bulk: [
        {
          id: 'delete',
          label: t('delete.confirm'),
          icon: Trash2,
          isDanger: true,
          question: (count) => t('delete.question', { count }),
          run: ({ id }) => deleteNotification(id)
        }
      ],
      card: (row) => (
        <RowCard
          title={row.title}
          badge={<Progress row={row} />}
          parts={[
            t(`usertype.${row.usertype}`),
            t(`device.${row.devicetype}`),
            dateTime(row.sent_at ?? row.created_at)
          ]}
        >
          <p dir="auto" className="mt-1 line-clamp-2 text-muted">
            {row.body}
          </p>
        </RowCard>
      ),
      empty: { title: t('common:no_data'), hint: t('empty'), icon: Bell },
      live: { topic: 'admin', events: ['notifications'] }
    }),
    [t, dateTime, onAsk]
  )
}
