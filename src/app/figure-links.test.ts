import type { TFunction } from 'i18next'
import { beforeEach, expect, it, vi } from 'vitest'
import { isView, readQuery, requestOf } from '@/components/data-table/query'
import { bookingsPath } from '@/config/report-paths'
import { bookingFilters, bookingViews } from '@/features/common/booking-lists/components/desk/filters'
import { bookingSource } from '@/features/common/booking-lists/components/desk/source'
import { figureLinks } from '@/features/staff/dashboard/model'

const listed = vi.hoisted(() => vi.fn(async (_filter: Record<string, unknown>) => ({ rows: [], next: null })))
vi.mock('@/entities/booking', async (load) => ({
  ...(await load<typeof import('@/entities/booking')>()),
  listStaffBookings: listed
}))

beforeEach(() => listed.mockClear())

const words = ((key: string) => key) as unknown as TFunction<'bookings'>
const filters = bookingFilters(words, true)
const queryOf = (address: string) =>
  readQuery(new URL(address, 'http://localhost').searchParams, { filters, sortable: [] })

/** The arguments with which the page of an address calls `list_bookings`. */
async function askedBy(address: string) {
  const query = queryOf(address)
  const signal = new AbortController().signal
  await bookingSource(requestOf(query, filters, 'Europe/Vaduz'), { after: null, size: 50 }, signal)
  const [[filter] = []] = listed.mock.calls
  const paging = ['sort', 'ascending', 'page_size']
  return Object.fromEntries(
    Object.entries(filter ?? {}).filter(([name, value]) => value !== null && !paging.includes(name))
  )
}

const days = { from_at: '2026-10-31T23:00:00.000Z', to_at: '2026-11-07T23:00:00.000Z' }
const links = figureLinks({ from: '2026-11-01', to: '2026-11-07' })

// This only tests the links. tests/db/portal_lists.sql tests that these filters list as many bookings as `dashboard_days`
// counts.
it.each([
  ['bookings', days],
  ['accepted', { ...days, milestone: 'accepted' }],
  ['arrived', { ...days, milestone: 'arrived' }],
  ['finished', { ...days, statuses: ['PAID', 'COMPLETE'] }],
  ['cancelled', { ...days, statuses: ['CANCELLED'] }],
  ['cancelled_by_rider', { ...days, cancelled_by: 'rider' }],
  ['cancelled_by_driver', { ...days, cancelled_by: 'driver' }],
  ['unserved', { ...days, is_unserved: true }],
  ['earned', { earned_from: '2026-11-01', earned_to: '2026-11-07' }]
] as const)('the figure %s links to a list with the filter by which it was counted', async (id, filter) => {
  expect(await askedBy(links[id])).toEqual(filter)
})

// Spec 2.46
it('every figure that links to rows is compared with its filter', () => {
  expect(Object.keys(links)).toHaveLength(9)
})

// This only tests the link. tests/db/lists.sql and portal_counts.sql test that it lists as many bookings as `portal_counts`
// counts.
it('the number beside Bookings in the menu links to the bookings that need attention', async () => {
  const address = bookingsPath({ attention: 'yes' })
  expect(await askedBy(address)).toEqual({ needs_attention: true })
  expect(bookingViews(words, '2026-11-22').filter((view) => isView(view.filters, queryOf(address)))).toMatchObject([
    { id: 'attention', label: 'attention:title' }
  ])
})
