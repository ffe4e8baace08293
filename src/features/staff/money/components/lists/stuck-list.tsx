import { CircleQuestionMark, RotateCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable, pageOf, RowCard, type Source, type TableDefinition } from '@/components/data-table'
import { Badge } from '@/components/ui/badge'
import { providerName } from '@/entities/payment'
import { usePersonPath, useTableHost } from '@/entities/person'
import { apart } from '@/lib/format/isolated'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { useStuckAge } from '../../hooks/use-stuck-age'
import type { Stuck } from '../../queries'
import { StuckDialog } from '../dialogs/stuck-dialog'
import { BackLink, listClasses } from './back-link'
import { chargeColumns } from './charge-columns'

const stuckSource: Source<Stuck> = async (_, { after, size }, signal) => {
  const cursor = after as { at: string; id: number } | null
  const rows = await unwrap(
    supabase
      .rpc('stuck_payments', { after_at: cursor?.at ?? null, after_id: cursor?.id ?? null, page_size: size })
      .abortSignal(signal)
  )
  return pageOf<Stuck>(rows, size, ({ created_at, job_id }) => ({ at: created_at, id: job_id }))
}

/** The list of payment requests that providers rejected or have not answered for days. */
export function StuckList() {
  const { t } = useTranslation('money')
  const host = useTableHost()
  const personPath = usePersonPath()
  const age = useStuckAge()
  const [opened, setOpened] = useState<Stuck | null>(null)
  const { money } = host
  const definition = useMemo((): TableDefinition<Stuck> => {
    const label = (id: string) => t(`stuck.column.${id}`)
    const charge = chargeColumns<Stuck>(label, personPath)
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
        { id: 'kind', label: label('kind'), value: kind, cell: badge, width: 200 },
        { id: 'amount', label: label('amount'), value: (row) => row.amount, kind: 'money', width: 128 },
        charge.name,
        charge.reference,
        charge.provider,
        { id: 'age', label: label('age'), value: (row) => age(row.created_at), width: 128 },
        { id: 'note', label: label('note'), value: (row) => row.note, width: 240 },
        { id: 'created', label: label('created'), value: (row) => row.created_at, kind: 'moment', width: 176 },
        { id: 'gave_up', label: label('gave_up'), value: (row) => row.abandoned_at, kind: 'moment', width: 176 },
        { id: 'attempts', label: label('attempts'), value: (row) => row.attempts, kind: 'number', width: 96 },
        { id: 'charge', label: label('charge'), value: (row) => row.charge_ref, hidden: true }
      ],
      source: stuckSource,
      rowId: ({ job_id }) => String(job_id),
      rowName: (row) => `${kind(row)}, ${apart(row.name ?? '')} ${row.amount === null ? '' : money(row.amount)}`,
      actions: (row) => [{ id: 'settle', label: t('stuck.settle'), icon: RotateCw, onSelect: () => setOpened(row) }],
      card: (row) => (
        <RowCard
          title={row.name ?? kind(row)}
          badge={badge(row)}
          parts={[age(row.created_at), providerName(row.provider), row.reference, row.note]}
          figure={row.amount === null ? null : money(row.amount)}
        />
      ),
      action: <BackLink />,
      empty: { title: t('common:no_data'), hint: t('stuck.none'), icon: CircleQuestionMark },
      live: { topic: 'admin', events: ['money'] }
    }
  }, [t, money, age, personPath])
  return (
    <main id="main" className={listClasses}>
      <DataTable definition={definition} host={host} />
      {opened && <StuckDialog stuck={opened} onClose={() => setOpened(null)} />}
    </main>
  )
}
