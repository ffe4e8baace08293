import { CircleQuestionMark, Scale } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable, pageOf, RowCard, type Source, type TableDefinition } from '@/components/data-table'
import { Badge } from '@/components/ui/badge'
import { providerName } from '@/entities/payment'
import { usePersonPath, useTableHost } from '@/entities/person'
import { apart } from '@/lib/format/isolated'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { useFlagAmount } from '../../hooks/use-flag-amount'
import type { Flag } from '../../queries'
import { FlagDialog } from '../dialogs/flag-dialog'
import { BackLink, listClasses } from './back-link'
import { chargeColumns } from './charge-columns'

const STATES = ['open', 'decided'] as const

const flagSource: Source<Flag> = async ({ filters }, { after, size }, signal) => {
  const cursor = after as { at: string; id: string } | null
  const rows = await unwrap(
    supabase
      .rpc('list_payment_flags', {
        is_open: filters.state?.[0] !== 'decided',
        after_at: cursor?.at ?? null,
        after_id: cursor?.id ?? null,
        page_size: size
      })
      .abortSignal(signal)
  )
  return pageOf<Flag>(rows, size, ({ received_at, event_id }) => ({ at: received_at, id: event_id }))
}

/** The list of payment events of providers that did not match our books, decided or not. */
export function FlagsList() {
  const { t } = useTranslation('money')
  const host = useTableHost()
  const personPath = usePersonPath()
  const amount = useFlagAmount()
  const [opened, setOpened] = useState<Flag | null>(null)
  const { dateTime } = host
  const definition = useMemo((): TableDefinition<Flag> => {
    const label = (id: string) => t(`flags.column.${id}`)
    const charge = chargeColumns<Flag>(label, personPath)
    const outcome = (row: Flag) => t(`flags.outcome.${row.outcome}`)
    const badge = (row: Flag) => (
      <Badge dot tone={row.decision === null ? 'warn' : 'ok'}>
        {outcome(row)}
      </Badge>
    )
    const decision = (row: Flag) => row.decision && t(`flags.decided.${row.decision}`)
    return {
      id: 'money-flags',
      label: t('flags.list_title'),
      columns: [
        { id: 'outcome', label: label('outcome'), value: outcome, cell: badge, width: 220 },
        { id: 'amount', label: label('amount'), value: amount, width: 128 },
        { id: 'expected', label: label('expected'), value: (row) => row.expected, kind: 'money', width: 128 },
        charge.name,
        charge.reference,
        charge.provider,
        { id: 'received', label: label('received'), value: (row) => row.received_at, kind: 'moment', width: 176 },
        { id: 'decision', label: label('decision'), value: decision, width: 176 },
        { id: 'reason', label: label('reason'), value: (row) => row.reason, width: 240 },
        { id: 'by', label: label('by'), value: (row) => row.decided_by, width: 160 },
        { id: 'charge', label: label('charge'), value: (row) => row.charge_ref, hidden: true }
      ],
      filters: [
        {
          id: 'state',
          label: label('state'),
          kind: 'choice',
          options: STATES.map((value) => ({ value, label: t(`flags.state.${value}`) }))
        }
      ],
      views: STATES.map((id) => ({ id, label: t(`flags.state.${id}`), filters: { state: [id] } })),
      source: flagSource,
      rowId: ({ event_id }) => event_id,
      rowName: (row) => `${outcome(row)}, ${apart(row.name ?? '')} ${amount(row)}`,
      actions: (row) =>
        row.decision === null
          ? [{ id: 'decide', label: t('flags.decide'), icon: Scale, onSelect: () => setOpened(row) }]
          : [],
      card: (row) => (
        <RowCard
          title={row.name ?? outcome(row)}
          badge={badge(row)}
          parts={[dateTime(row.received_at), providerName(row.provider), row.reference, decision(row)]}
          figure={amount(row)}
        />
      ),
      action: <BackLink />,
      empty: { title: t('common:no_data'), hint: t('flags.none'), icon: CircleQuestionMark },
      live: { topic: 'admin', events: ['money'] }
    }
  }, [t, dateTime, personPath, amount])
  return (
    <main id="main" className={listClasses}>
      <DataTable definition={definition} host={host} />
      {opened && <FlagDialog flag={opened} onClose={() => setOpened(null)} />}
    </main>
  )
}
