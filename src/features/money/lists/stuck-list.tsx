import { Unplug, Wrench } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable, RowCard, type Source, type TableDefinition } from '@/components/data-table'
import { Badge } from '@/components/ui/badge'
import { usePersonPath, useTableHost } from '@/entities/person'
import { unwrap } from '@/lib/api'
import { apart } from '@/lib/isolated'
import { supabase } from '@/lib/supabase'
import { StuckDialog } from '../dialogs/stuck-dialog'
import { bookingAtDesk } from '../links'
import { providerName } from '../model'
import type { Stuck } from '../queries'
import { useFlagAmount } from '../use-flag-amount'
import { BackLink, listClasses } from './back-link'

/** A request is stuck after days of trying: there are never more than a page of them. */
const MOST = 1000

const stuckSource: Source<Stuck> = async (_view, _page, signal) => ({
  rows: await unwrap(supabase.rpc('stuck_payments', { page_size: MOST }).abortSignal(signal)),
  next: null
})

/** Requests that providers refused or never answered, all of them. */
export function StuckList() {
  const { t } = useTranslation('money')
  const host = useTableHost()
  const personPath = usePersonPath()
  const amount = useFlagAmount()
  const [opened, setOpened] = useState<Stuck | null>(null)
  const { dateTime } = host
  const definition = useMemo((): TableDefinition<Stuck> => {
    const label = (id: string) => t(`stuck.column.${id}`)
    const kind = (row: Stuck) => t(`stuck.kind.${row.kind}`)
    const badge = (row: Stuck) => (
      <Badge dot tone="warn">
        {kind(row)}
      </Badge>
    )
    return {
      id: 'money-stuck',
      label: t('stuck.list_title'),
      columns: [
        { id: 'kind', label: label('kind'), value: kind, cell: badge, width: 220 },
        { id: 'amount', label: label('amount'), value: amount, width: 128 },
        {
          id: 'name',
          label: label('name'),
          value: (row) => row.name,
          link: (row) => (row.customer_id ? personPath(row.customer_id, null) : null),
          width: 176
        },
        {
          id: 'reference',
          label: label('reference'),
          value: (row) => row.reference,
          link: (row) => (row.booking_id ? bookingAtDesk(row.booking_id) : null),
          width: 120
        },
        { id: 'provider', label: label('provider'), value: (row) => providerName(row.provider), width: 128 },
        { id: 'note', label: label('note'), value: (row) => row.note, width: 240 },
        { id: 'since', label: label('since'), value: (row) => row.created_at, kind: 'moment', width: 176 },
        { id: 'attempts', label: label('attempts'), value: (row) => row.attempts, kind: 'number', width: 96 },
        { id: 'charge', label: label('charge'), value: (row) => row.provider_ref, hidden: true }
      ],
      source: stuckSource,
      rowId: ({ job_id }) => String(job_id),
      rowName: (row) => `${kind(row)}, ${apart(row.name ?? '')} ${amount(row)}`,
      actions: (row) => [{ id: 'solve', label: t('stuck.solve'), icon: Wrench, onSelect: () => setOpened(row) }],
      card: (row) => (
        <RowCard
          title={row.name ?? kind(row)}
          badge={badge(row)}
          parts={[dateTime(row.created_at), providerName(row.provider), row.reference, row.note]}
          figure={amount(row)}
        />
      ),
      action: <BackLink />,
      empty: { title: t('common:no_data'), hint: t('stuck.none'), icon: Unplug },
      live: { topic: 'admin', events: ['money'], idOf: () => null, one: async () => null }
    }
  }, [t, dateTime, personPath, amount])
  return (
    <main id="main" className={listClasses}>
      <DataTable definition={definition} host={host} />
      {opened && <StuckDialog stuck={opened} onClose={() => setOpened(null)} />}
    </main>
  )
}
