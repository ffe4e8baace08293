import { CarTaxiFront, Check, MessageSquareReply } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { RowCard, type TableDefinition } from '@/components/data-table'
import { Badge } from '@/components/ui/badge'
import { paths } from '@/config/paths'
import { useFormat } from '@/entities/settings'
import { isolated } from '@/lib/format/isolated'
import { type InboundText, inboundSource } from '../queries'

/** How a text stands: a person is waited for, we have answered, or it needed nothing. */
const stateOf = ({ closed_at, answer }: InboundText) => (closed_at === null ? 'waits' : answer ? 'answered' : 'done')

const tones = { waits: 'warn', answered: 'ok', done: 'info' } as const

function State({ row }: { row: InboundText }) {
  const { t } = useTranslation('messages')
  const state = stateOf(row)
  return (
    <Badge dot tone={tones[state]}>
      {t(`inbound.state.${state}`)}
    </Badge>
  )
}

/** Returns the definition of the table of text messages to the firm. */
export function useInboundTable(onClose: (row: InboundText) => void): TableDefinition<InboundText> {
  const { t } = useTranslation('messages')
  const { dateTime } = useFormat()
  const go = useNavigate()
  return useMemo(() => {
    const label = (id: string) => t(`inbound.column.${id}`)
    return {
      id: 'inbound-texts',
      label: t('inbound.title'),
      columns: [
        { id: 'at', label: t('column.at'), value: (row) => row.at, kind: 'moment', width: 176 },
        { id: 'sender', label: label('sender'), value: (row) => isolated(row.sender), width: 184 },
        { id: 'words', label: label('words'), value: (row) => row.words, width: 480, wraps: true },
        { id: 'reference', label: label('reference'), value: (row) => row.reference, width: 112 },
        {
          id: 'state',
          label: t('column.state'),
          value: (row) => t(`inbound.state.${stateOf(row)}`),
          cell: (row) => <State row={row} />,
          width: 160
        }
      ],
      filters: [
        {
          id: 'waits',
          label: t('inbound.state.waits'),
          kind: 'choice',
          options: [{ value: 'yes', label: t('inbound.only_waiting') }]
        }
      ],
      source: inboundSource,
      rowId: ({ id }) => String(id),
      rowName: (row) => `${isolated(row.sender)}, ${dateTime(row.at)}`,
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
        ...(row.closed_at === null
          ? [{ id: 'close', label: t('inbound.close'), icon: Check, onSelect: () => onClose(row) }]
          : [])
      ],
      card: (row) => (
        <RowCard title={isolated(row.sender)} badge={<State row={row} />} parts={[dateTime(row.at), row.reference]}>
          <p dir="auto" className="mt-1 whitespace-pre-line text-muted">
            {row.words}
          </p>
        </RowCard>
      ),
      empty: { title: t('common:no_data'), hint: t('inbound.empty'), icon: MessageSquareReply }
    }
  }, [t, dateTime, onClose, go])
}
