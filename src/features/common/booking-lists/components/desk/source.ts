import type { Source, TableQuery } from '@/components/data-table'
import { listStaffBookings, type StaffBooking } from '@/entities/booking'
import type { NextPage } from '@/types/database'

/** For each column by which the database can sort, the name of the sort order there. */
const sorts: Record<string, string> = {
  created: 'created',
  trip: 'trip',
  reference: 'reference',
  payable: 'payable',
  late: 'risk'
}

const byCreated = { column: 'created', isDown: true }

/** Returns the filters as arguments of the database function `list_bookings`. */
function filtersOf({ search, filters }: TableQuery) {
  const one = (id: string): string | null => filters[id]?.[0] || null
  const yes = (id: string): boolean | null => (one(id) === null ? null : one(id) === 'yes')
  return {
    search: search || null,
    statuses: filters.status ? [...filters.status] : null,
    customer_id: one('customer'),
    driver_id: one('driver'),
    payment_mode: one('mode'),
    is_paid: yes('paid'),
    is_unserved: yes('unserved'),
    is_later: yes('later'),
    needs_attention: yes('attention'),
    cancelled_by: one('by'),
    milestone: one('milestone'),
    car_type_id: one('car'),
    fleet_id: one('fleet'),
    zone_id: one('zone'),
    earned_from: one('earned'),
    earned_to: filters.earned?.[1] || null,
    from_at: one('created'),
    to_at: filters.created?.[1] || null,
    trip_from: one('trip'),
    trip_to: filters.trip?.[1] || null
  }
}

/** Reads pages of bookings by a cursor. Unlike an offset, a cursor is equally fast on every page. */
export const bookingSource: Source<StaffBooking> = async (query, { after, size, columns }, signal) => {
  const { column, isDown } = query.sort ?? byCreated
  // The columns are only given for an export.
  const fields = columns && (await import('./file-fields')).fieldsFor(columns)
  const filter = {
    ...filtersOf(query),
    sort: sorts[column] ?? 'created',
    ascending: !isDown,
    page_size: size,
    ...(after as NextPage)
  }
  return await listStaffBookings(filter, signal, fields)
}
