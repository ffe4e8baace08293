import type { TFunction } from 'i18next'
import type { Column } from '@/components/data-table'
import { monthName } from '../model'
import type { EarningsMonth } from '../queries'

/** Width of a column for an amount of six digits (px). */
const AMOUNT = 136

/**
 * Returns the columns of the earnings table. Those that are shown at first fit beside the navigation in a window of 1440 px;
 * others can be shown by the button "Columns".
 */
export function earningsColumns(t: TFunction<'reports'>, locale: string): Column<EarningsMonth>[] {
  const money = (id: keyof EarningsMonth, { width = AMOUNT, hidden = false } = {}): Column<EarningsMonth> => ({
    id,
    label: t(`column.${id}`),
    value: (row) => row[id],
    kind: 'money',
    width,
    hidden
  })
  return [
    { id: 'month', label: t('column.month'), value: (row) => monthName(row.month, locale), width: 160 },
    { id: 'total_rides', label: t('column.total_rides'), value: (row) => row.total_rides, kind: 'number', width: 84 },
    money('trip_cost'),
    money('ride_cost'),
    money('cancellation_fee'),
    money('convenience_fee'),
    money('discount_amount'),
    money('gross'),
    money('profit', { width: 124 }),
    money('cancellation_share', { hidden: true }),
    money('free_ride_discounts', { hidden: true })
  ]
}
