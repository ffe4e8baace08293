import type { TFunction } from 'i18next'
import { CarTaxiFront, MessageSquareText, RotateCcw, Send } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { type Column, type Filter, RowCard, type TableDefinition } from '@/components/data-table'
import { Badge } from '@/components/ui/badge'
import { paths } from '@/config/paths'
import { useFormat, useSettings } from '@/entities/settings'
import { isolated } from '@/lib/format/isolated'
import { keysOf } from '@/lib/texts/keys'
import { costWord, isResettable, messageCost, reasonWord, shownReceiver, stateWord } from '../model'
import { CHANNELS, type Message, messageSource, STATES } from '../queries'

type Words = TFunction<'messages'>
type Firm = Parameters<typeof messageCost>[1]

const tones = { queued: 'info', sent: 'ok', delivered: 'ok', perhaps: 'warn', failed: 'bad' } as const

const kindName = (t: Words, kind: string) => t([`kind.${kind}`, 'kind.other'])

// Stars have no direction, so a line from the right would move them to the other end.
const receiverOf = (row: Message): string => isolated(shownReceiver(row))

const reasonName = (t: Words, row: Message): string | null => {
  const word = reasonWord(row)
  return word && t(`reason.${word}`)
}

function State({ row }: { row: Message }) {
  const { t } = useTranslation('messages')
  const word = stateWord(row) as keyof typeof tones
  return (
    <Badge dot tone={tones[word]}>
      {t(`state.${word}`)}
    </Badge>
  )
}

function messageColumns(t: Words, language: string, firm: Firm): Column<Message>[] {
  const label = (id: string) => t(`column.${id}`)
  return [
    { id: 'at', label: label('at'), value: (row) => row.at, kind: 'moment', width: 176 },
    { id: 'kind', label: label('kind'), value: (row) => kindName(t, row.kind), width: 184 },
    { id: 'channel', label: label('channel'), value: (row) => t(`channel.${row.channel}`), width: 120 },
    { id: 'receiver', label: label('receiver'), value: receiverOf, width: 184 },
    {
      id: 'state',
      label: label('state'),
      value: (row) => t(`state.${stateWord(row)}`),
      cell: (row) => <State row={row} />,
      width: 160
    },
    { id: 'reason', label: label('reason'), value: (row) => reasonName(t, row), width: 320, wraps: true },
    { id: 'provider', label: label('provider'), value: (row) => row.provider, width: 120 },
    { id: 'segments', label: label('segments'), value: (row) => row.segments, kind: 'number', width: 104 },
    {
      id: 'cost',
      label: label('cost'),
      value: (row) => {
        const known = messageCost(row, firm)
        const word = known && costWord(known.amount, known.currency, language)
        return known?.isEstimate ? t('about', { cost: word }) : word
      },
      width: 112
    }
  ]
}

const messageFilters = (t: Words): Filter[] => [
  {
    id: 'state',
    label: t('column.state'),
    kind: 'choice',
    options: STATES.map((value) => ({ value, label: t(`state.${value}`) }))
  },
  {
    id: 'channel',
    label: t('column.channel'),
    kind: 'choice',
    options: CHANNELS.map((value) => ({ value, label: t(`channel.${value}`) }))
  },
  {
    id: 'kind',
    label: t('column.kind'),
    kind: 'choice',
    options: keysOf('messages', 'kind')
      .filter((value) => value !== 'other')
      .map((value) => ({ value, label: kindName(t, value) }))
  },
  { id: 'receiver', label: t('column.receiver_end'), kind: 'text' },
  { id: 'at', label: t('column.at'), kind: 'dates' }
]

/** Returns the definition of the table of text messages and mails. */
export function useMessageTable(
  onReset: (row: Message) => void,
  onResend: (row: Message) => void
): TableDefinition<Message> {
  const { t, i18n } = useTranslation('messages')
  const language = i18n.language
  const { dateTime } = useFormat()
  const { settings } = useSettings()
  const go = useNavigate()
  return useMemo(
    () => ({
      id: 'messages',
      label: t('title'),
      columns: messageColumns(t, language, settings),
      filters: messageFilters(t),
      source: messageSource,
      rowId: ({ id }) => String(id),
      rowName: (row) => `${kindName(t, row.kind)}, ${dateTime(row.at)}`,
      actions: (row) => [
        ...(row.booking_id
          ? [
              {
                id: 'booking',
                label: t('open_booking'),
                icon: CarTaxiFront,
                onSelect: () => void go(paths.booking(row.booking_id ?? ''))
              }
            ]
          : []),
        ...(row.can_resend ? [{ id: 'resend', label: t('resend'), icon: Send, onSelect: () => onResend(row) }] : []),
        ...(isResettable(row)
          ? [{ id: 'reset', label: t('reset'), icon: RotateCcw, onSelect: () => onReset(row) }]
          : [])
      ],
      card: (row) => (
        <RowCard
          title={kindName(t, row.kind)}
          badge={<State row={row} />}
          parts={[t(`channel.${row.channel}`), receiverOf(row), dateTime(row.at)]}
        >
          {reasonName(t, row) && <p className="mt-1 text-muted">{reasonName(t, row)}</p>}
        </RowCard>
      ),
      empty: { title: t('common:no_data'), hint: t('empty'), icon: MessageSquareText }
    }),
    [t, language, settings, dateTime, onReset, onResend, go]
  )
}
