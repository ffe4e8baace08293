import { ShieldAlert, ShieldQuestionMark } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable, pageOf, RowCard, type Source, type TableDefinition } from '@/components/data-table'
import { Badge, type Tone } from '@/components/ui/badge'
import { providerName } from '@/entities/payment'
import { usePersonPath, useTableHost } from '@/entities/person'
import { apart } from '@/lib/format/isolated'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Chargeback } from '../../queries'
import { ChargebackDialog } from '../dialogs/chargeback-dialog'
import { BackLink, listClasses } from './back-link'
import { chargeColumns } from './charge-columns'

const STATES = ['open', 'won', 'lost'] as const
const tones: Record<string, Tone> = { open: 'warn', won: 'ok', lost: 'bad' }

const chargebackSource: Source<Chargeback> = async ({ filters }, { after, size }, signal) => {
  const cursor = after as { due: string | null; id: string } | null
  const rows = await unwrap(
    supabase
      .rpc('list_chargebacks', {
        of_status: filters.status?.[0] ?? null,
        after_due: cursor?.due ?? null,
        after_id: cursor?.id ?? null,
        page_size: size
      })
      .abortSignal(signal)
  )
  return pageOf<Chargeback>(rows, size, ({ due_at, id }) => ({ due: due_at, id }))
}

/** The list of all chargebacks, with their decisions. */
export function ChargebacksList() {
  const { t } = useTranslation('money')
  const host = useTableHost()
  const personPath = usePersonPath()
  const [opened, setOpened] = useState<Chargeback | null>(null)
  const { money, dateTime } = host
  const definition = useMemo((): TableDefinition<Chargeback> => {
    const label = (id: string) => t(`chargebacks.column.${id}`)
    const charge = chargeColumns<Chargeback>(label, personPath)
    const status = (row: Chargeback) => t(`chargebacks.status.${row.status}`)
    const badge = (row: Chargeback) => (
      <Badge dot tone={tones[row.status] ?? 'neutral'}>
        {status(row)}
      </Badge>
    )
    return {
      id: 'money-chargebacks',
      label: t('chargebacks.list_title'),
      columns: [
        charge.name,
        { id: 'status', label: label('status'), value: status, cell: badge, width: 120 },
        { id: 'amount', label: label('amount'), value: (row) => row.amount, kind: 'money', width: 128 },
        { id: 'due', label: label('due'), value: (row) => row.due_at, kind: 'moment', width: 176 },
        charge.reference,
        charge.provider,
        { id: 'opened', label: label('opened'), value: (row) => row.opened_at, kind: 'moment', width: 176 },
        { id: 'closed', label: label('closed'), value: (row) => row.closed_at, kind: 'moment', width: 176 },
        { id: 'dispute', label: label('dispute'), value: (row) => row.dispute_ref, hidden: true }
      ],
      filters: [
        {
          id: 'status',
          label: label('status'),
          kind: 'choice',
          options: STATES.map((value) => ({ value, label: t(`chargebacks.status.${value}`) }))
        }
      ],
      views: STATES.map((id) => ({ id, label: t(`chargebacks.status.${id}`), filters: { status: [id] } })),
      source: chargebackSource,
      rowId: ({ id }) => id,
      rowName: (row) => `${apart(row.name)}, ${money(row.amount)}`,
      actions: (row) => [
        { id: 'review', label: t('chargebacks.review'), icon: ShieldQuestionMark, onSelect: () => setOpened(row) }
      ],
      card: (row) => (
        <RowCard
          title={row.name}
          badge={badge(row)}
          parts={[row.due_at && dateTime(row.due_at), providerName(row.provider), row.reference]}
          figure={money(row.amount)}
        />
      ),
      action: <BackLink />,
      empty: { title: t('common:no_data'), hint: t('chargebacks.none'), icon: ShieldAlert },
      live: { topic: 'admin', events: ['audit'] }
    }
  }, [t, money, dateTime, personPath])
  return (
    <main id="main" className={listClasses}>
      <DataTable definition={definition} host={host} />
      {opened && <ChargebackDialog chargeback={opened} onClose={() => setOpened(null)} />}
    </main>
  )
}
