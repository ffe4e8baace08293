import type { TFunction } from 'i18next'
import type { CellEditor, Column, Filter } from '@/components/data-table'
import { CarImage } from '@/entities/car'
import type { useFormat } from '@/entities/settings'
import { formatUnit } from '@/lib/format'
import { numberLimits } from '@/types/limits'
import { textLimits } from '@/types/text-limits'
import { carTypes } from '../api'
import type { CarTypeRow } from '../model'

export type Words = TFunction<'cartypes'>
export type Format = ReturnType<typeof useFormat>

export const CATEGORIES = ['taxi', 'delivery'] as const
const FEE_KINDS = ['flat', 'percentage'] as const
/** Of a rate, whatever the currency has. */
const RATE_DECIMALS = 4

type Figure = keyof typeof numberLimits.car_types

/** What stays with the operator, in words. */
export const feeOf = ({ convenience_fee_type: kind, convenience_fees: fee }: CarTypeRow, { money, locale }: Format) =>
  kind === 'flat' ? money(fee) : formatUnit(fee, 'percent', locale, 2)

const change = (row: CarTypeRow, part: Partial<CarTypeRow>) =>
  carTypes.change(row.id, { ...part, version: row.version })

const figureEditor = (id: Figure, decimals: number): CellEditor<CarTypeRow> => ({
  type: 'number',
  min: numberLimits.car_types[id][0],
  max: numberLimits.car_types[id][1],
  decimals,
  save: (row, value) => change(row, { [id]: Number(value) })
})

/** @param isFixed in a demo nothing is changed */
export function carTypeTableColumns(
  t: Words,
  format: Format,
  decimals: number,
  isFixed: boolean
): Column<CarTypeRow>[] {
  const { money, rate } = format
  const editable = (editor: CellEditor<CarTypeRow>) => (isFixed ? {} : { editor })
  const figure = (id: Figure, width: number, write: (value: number) => string, places: number): Column<CarTypeRow> => ({
    id,
    label: t(id),
    value: (row) => row[id],
    kind: 'number',
    cell: (row) => write(row[id]),
    width,
    sortable: 'desc',
    ...editable(figureEditor(id, places))
  })
  const list = (id: 'parcel_types' | 'options'): Column<CarTypeRow> => ({
    id,
    label: t(id),
    value: (row) => row[id].map(({ description, amount }) => `${description} ${money(amount)}`).join(', '),
    width: 160
  })
  return [
    {
      id: 'name',
      label: t('name'),
      value: (row) => row.name,
      cell: (row) => <NamedCar row={row} />,
      width: 208,
      sortable: true
    },
    { id: 'category', label: t('category'), value: (row) => t(`categories.${row.category}`), width: 96 },
    figure('base_fare', 112, money, decimals),
    figure('rate_per_unit_distance', 112, rate, RATE_DECIMALS),
    figure('rate_per_hour', 120, rate, RATE_DECIMALS),
    figure('waiting_rate_per_hour', 120, rate, RATE_DECIMALS),
    figure('min_fare', 112, money, decimals),
    {
      id: 'convenience_fee',
      label: t('convenience_fee'),
      value: (row) => row.convenience_fees,
      kind: 'number',
      cell: (row) => feeOf(row, format),
      width: 120
    },
    figure('seats', 80, String, 0),
    list('parcel_types'),
    list('options'),
    {
      id: 'cancel_slab',
      label: t('cancellation'),
      value: (row) => row.cancel_slab.map((slab) => `${slab.mins_delayed} min ${money(slab.amount)}`).join(', '),
      width: 160
    },
    {
      id: 'extra_info',
      label: t('extra_info'),
      value: (row) => row.extra_info,
      width: 200,
      ...editable({
        type: 'text',
        limit: textLimits.car_types.extra_info,
        save: (row, text) => change(row, { extra_info: String(text).trim() })
      })
    },
    {
      id: 'sort_order',
      label: t('sort_order'),
      value: (row) => row.sort_order,
      kind: 'number',
      width: 96,
      hidden: true
    }
  ]
}

function NamedCar({ row }: { row: CarTypeRow }) {
  return (
    <span className="flex items-center gap-3">
      <CarImage image={row.image} className="h-5 w-11 shrink-0" />
      <span dir="auto" className="truncate">
        {row.name}
      </span>
    </span>
  )
}

export const carTypeFilters = (t: Words): Filter[] => [
  {
    id: 'category',
    label: t('category'),
    kind: 'choice',
    options: CATEGORIES.map((value) => ({ value, label: t(`categories.${value}`) }))
  },
  {
    id: 'fee',
    label: t('convenience_fee'),
    kind: 'choice',
    options: FEE_KINDS.map((value) => ({ value, label: t(`fee_kinds.${value}`) }))
  },
  { id: 'seats', label: t('seats'), kind: 'numbers', min: 0 }
]
