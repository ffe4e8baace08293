import type { TFunction } from 'i18next'
import { Fragment } from 'react'
import type { CellEditor, Column, Filter } from '@/components/data-table'
import { CarImage } from '@/entities/car'
import type { useFormat } from '@/entities/settings'
import { formatNumber, formatUnit } from '@/lib/format/format'
import { numberLimits } from '@/types/limits'
import { textLimits } from '@/types/text-limits'
import { carTypes } from '../../commands'
import type { CarTypeRow } from '../../model'

type Words = TFunction<'cartypes'>
type Row = CarTypeRow

export const CATEGORIES = ['taxi', 'delivery'] as const
const FEE_KINDS = ['flat', 'percentage'] as const
/** Decimals of rates, such as a price per kilometre; the same in every currency. */
const RATE_DECIMALS = 4

/**
 * The columns of the table of car types.
 *
 * @param isFixed true in a demo: the cells cannot be edited
 */
export function carTypeTableColumns(
  t: Words,
  { money, rate, locale }: ReturnType<typeof useFormat>,
  decimals: number,
  isFixed: boolean
): Column<Row>[] {
  const column = (id: string, width: number, value: Column<Row>['value'], more: Partial<Column<Row>> = {}) => ({
    ...{ id, width, value, label: t(id as 'name') },
    ...more
  })
  const change = (row: Row, part: Partial<Row>) => carTypes.change(row.id, { ...part, version: row.version })
  const edited = (editor: CellEditor<Row>) => (isFixed ? {} : { editor })
  const figure = (
    id: Exclude<keyof typeof numberLimits.car_types, 'sort_order'>,
    width: number,
    write: (value: number) => string,
    places: number
  ) => {
    const [min, max] = numberLimits.car_types[id]
    return column(id, width, (row) => row[id], {
      kind: 'number',
      cell: (row) => write(row[id]),
      sortable: 'desc',
      ...edited({
        type: 'number',
        min,
        max,
        decimals: places,
        save: (row, value) => change(row, { [id]: Number(value) })
      })
    })
  }
  const list = (id: 'parcel_types' | 'options') =>
    column(id, 160, (row) => row[id].map(({ description, amount }) => `${description} ${money(amount)}`).join(', '), {
      cell: (row) =>
        row[id].map(({ description, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two choices may have the same name
          <Fragment key={index}>
            {index > 0 && ', '}
            <bdi>{description}</bdi> {money(amount)}
          </Fragment>
        ))
    })
  const steps = (row: Row) =>
    row.cancel_slab.map((slab) => `${formatUnit(slab.mins_delayed, 'minute', locale, 2)} ${money(slab.amount)}`)
  return [
    column('name', 184, (row) => row.name, { cell: (row) => <NamedCar row={row} />, sortable: true }),
    column('category', 96, (row) => t(`categories.${row.category}`)),
    figure('base_fare', 112, money, decimals),
    figure('rate_per_unit_distance', 112, rate, RATE_DECIMALS),
    figure('rate_per_hour', 120, rate, RATE_DECIMALS),
    figure('waiting_rate_per_hour', 120, rate, RATE_DECIMALS),
    figure('min_fare', 124, money, decimals),
    column('convenience_fee', 132, (row) => row.convenience_fees, {
      kind: 'number',
      cell: ({ convenience_fee_type: kind, convenience_fees: fee }) =>
        kind === 'flat' ? money(fee) : formatUnit(fee, 'percent', locale, 2)
    }),
    figure('seats', 80, (value) => (value === 0 ? '–' : formatNumber(value, locale)), 0),
    list('parcel_types'),
    list('options'),
    column('cancellation', 240, (row) => steps(row).join(', ')),
    column('extra_info', 200, (row) => row.extra_info, {
      ...edited({
        type: 'text',
        limit: textLimits.car_types.extra_info,
        save: (row, text) => change(row, { extra_info: String(text).trim() })
      })
    }),
    column('sort_order', 96, (row) => row.sort_order, { kind: 'number', hidden: true })
  ]
}

const NamedCar = ({ row }: { row: Row }) => (
  <span className="flex items-center gap-3">
    <CarImage image={row.image} className="h-5 w-11 shrink-0" />
    <span dir="auto" className="truncate">
      {row.name}
    </span>
  </span>
)

export function carTypeFilters(t: Words): Filter[] {
  const choice = (id: string, label: string, names: 'categories' | 'fee_kinds', values: readonly string[]): Filter => ({
    ...{ id, label, kind: 'choice' },
    options: values.map((value) => ({ value, label: t(`${names}.${value}` as 'name') }))
  })
  return [
    choice('category', t('category'), 'categories', CATEGORIES),
    choice('fee', t('convenience_fee'), 'fee_kinds', FEE_KINDS),
    { id: 'seats', label: t('seats'), kind: 'numbers', min: 0 }
  ]
}
