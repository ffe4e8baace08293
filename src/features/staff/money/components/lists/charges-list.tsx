import { CalendarOff, CarTaxiFront } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable, RowCard, type TableDefinition } from '@/components/data-table'
import { Badge } from '@/components/ui/badge'
import { FormBeside } from '@/components/ui/form-beside'
import { personFilter, usePersonPath, useTableHost } from '@/entities/person'
import { apart } from '@/lib/format/isolated'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { useMoneyWords } from '../../hooks/use-words'
import { BackLink } from './back-link'
import { ChargeForm } from './charge-form'
import { type Charge, chargeSource, isRunning } from './driver-charges'
import { EndDialog } from './end-charge-dialog'

/**
 * The list of drivers' charges other than commissions: car rent, for example. The charges are posted to the ledger before each
 * weekly payout.
 */
export function ChargesList() {
  const { t } = useTranslation('money')
  const host = useTableHost()
  const personPath = usePersonPath()
  const { day } = useMoneyWords()
  const [ending, setEnding] = useState<Charge | null>(null)
  const { money, timeZone } = host
  const definition = useMemo((): TableDefinition<Charge> => {
    const label = (id: string) => t(`charges.column.${id}`)
    const kind = (row: Charge) => t(`charges.kind.${row.kind}`)
    const every = (row: Charge) => t(row.weekly ? 'charges.weekly' : 'charges.once')
    const state = (row: Charge) => (isRunning(row, dayOf(serverNow(), timeZone)) ? 'running' : 'ended')
    const badge = (row: Charge) => (
      <Badge dot tone={state(row) === 'running' ? 'ok' : 'neutral'}>
        {t(`charges.state.${state(row)}`)}
      </Badge>
    )
    return {
      id: 'money-charges',
      label: t('charges.title'),
      columns: [
        {
          id: 'name',
          label: label('name'),
          value: (row) => row.name,
          link: (row) => personPath(row.driver_id, 'driver'),
          width: 176
        },
        { id: 'kind', label: label('kind'), value: kind, width: 120 },
        { id: 'amount', label: label('amount'), value: (row) => row.amount, kind: 'money', width: 120 },
        { id: 'every', label: label('every'), value: every, width: 112 },
        {
          id: 'state',
          label: label('state'),
          value: (row) => t(`charges.state.${state(row)}`),
          cell: badge,
          width: 120
        },
        { id: 'from', label: label('from'), value: (row) => row.from_day, kind: 'day', width: 120 },
        { id: 'until', label: label('until'), value: (row) => row.until_day, kind: 'day', width: 120 },
        { id: 'charged', label: label('charged'), value: (row) => row.charged_until, kind: 'day', width: 128 },
        { id: 'note', label: label('note'), value: (row) => row.note, width: 200 }
      ],
      filters: [
        personFilter('driver', label('name'), 'driver'),
        {
          id: 'state',
          label: label('state'),
          kind: 'choice',
          options: ['running', 'ended'].map((value) => ({ value, label: t(`charges.state.${value}`) }))
        }
      ],
      source: chargeSource,
      rowId: ({ id }) => id,
      rowName: (row) => `${apart(row.name)}, ${kind(row)}`,
      actions: (row) =>
        state(row) === 'running'
          ? [{ id: 'end', label: t('charges.end'), icon: CalendarOff, isDanger: true, onSelect: () => setEnding(row) }]
          : [],
      card: (row) => (
        <RowCard
          title={row.name}
          badge={badge(row)}
          parts={[kind(row), every(row), day(row.from_day)]}
          figure={money(row.amount)}
        />
      ),
      action: <BackLink />,
      empty: { title: t('common:no_data'), hint: t('charges.empty'), icon: CarTaxiFront },
      live: { topic: 'admin', events: ['audit'] }
    }
  }, [t, money, day, timeZone, personPath])
  return (
    <>
      <FormBeside page={definition.label} title={t('charges.new')} form={<ChargeForm />}>
        {(isPart) => <DataTable definition={definition} host={host} isPart={isPart} />}
      </FormBeside>
      {ending && <EndDialog charge={ending} onClose={() => setEnding(null)} />}
    </>
  )
}
