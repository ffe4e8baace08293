import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { DRAWER_WIDTH_PX } from '@/config/constants'
import { earningsColumns } from './earnings-columns'

/** Width of a scroll bar in pixels, on systems that show one. */
const SCROLL_BAR = 16

it('all specified columns of the months fit beside the drawer in a window of 1440 pixels', () => {
  const columns = earningsColumns(((key: string) => key) as unknown as TFunction<'reports'>, 'en')
  const shown = columns.filter(({ hidden }) => !hidden)
  expect(shown.map(({ id }) => id)).toEqual([
    'month',
    'total_rides',
    'trip_cost',
    'ride_cost',
    'cancellation_fee',
    'convenience_fee',
    'discount_amount',
    'gross',
    'profit'
  ])
  const width = shown.reduce((sum, column) => sum + (column.width ?? 0), 0)
  expect(width).toBeLessThanOrEqual(1440 - DRAWER_WIDTH_PX - SCROLL_BAR)
})
