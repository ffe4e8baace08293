import { useTranslation } from 'react-i18next'
import type { Column } from '@/components/data-table'
import { Facts } from '@/components/ui/facts'
import { CarImage } from '@/entities/car'
import { useFormat } from '@/entities/settings'
import type { CarTypeRow } from '../../model'

/** Columns that contain a list; shown below the other columns. */
const LISTS = ['parcel_types', 'options', 'cancellation']

interface CarTypePeekProps {
  row: CarTypeRow
  columns: readonly Column<CarTypeRow>[]
}

/** The side panel of a car type: its prices and its three lists. */
export function CarTypePeek({ row, columns: [, ...columns] }: CarTypePeekProps) {
  const { t } = useTranslation('cartypes')
  const { money, duration } = useFormat()
  const choices = (list: CarTypeRow['options']): [string, string][] =>
    list.map(({ description, amount }) => [description, money(amount)])
  const lists: [string, [string, string][]][] = [
    [t('parcel_types'), choices(row.parcel_types)],
    [t('options'), choices(row.options)],
    [
      t('cancellation'),
      row.cancel_slab.map((slab) => [`${t('from')} ${duration(slab.mins_delayed * 60)}`, money(slab.amount)])
    ]
  ]
  return (
    <div className="space-y-5 p-5 text-sm">
      <CarImage image={row.image} className="h-14 w-32" />
      <h2 dir="auto" className="text-base font-semibold break-words">
        {row.name}
      </h2>
      <Facts
        facts={columns
          .filter(({ id }) => !LISTS.includes(id))
          .map((column) => [column.label, column.cell?.(row) ?? String(column.value(row) ?? '')])}
      />
      {lists.map(([label, facts]) => (
        <section key={label} hidden={facts.length === 0} className="space-y-2 border-t border-line pt-4">
          <h3 className="font-semibold">{label}</h3>
          <Facts facts={facts} />
        </section>
      ))}
    </div>
  )
}
