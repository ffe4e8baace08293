import { pageOf, type Source, type TableQuery } from '@/components/data-table'
import { listStaffBookings, type StaffBooking } from '@/entities/booking'
import { loadAgain } from '@/lib/load-again'

/** A sort order: its name in the database, and the value of a row for the cursor of the next page. */
interface Order {
  sort: string
  after: (row: StaffBooking) => string
}

/** The columns by which the database can sort. */
const orders: Record<string, Order> & { created: Order } = {
  created: { sort: 'created', after: (row) => row.created_at },
  trip: { sort: 'trip', after: (row) => row.trip_at },
  reference: { sort: 'reference', after: (row) => row.reference },
  payable: { sort: 'payable', after: (row) => String(row.payable_amount) },
  // The risk of a late pickup changes between requests, so the cursor contains only the row's id.
  late: { sort: 'risk', after: () => '' }
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
  const order = orders[column] ?? orders.created
  const cursor = after as { value: string; id: string } | null
  // The columns are only given for an export.
  const fields = columns && (await loadAgain(() => import('./file-fields'))).fieldsFor(columns)
  const rows = await listStaffBookings(
    {
      ...filtersOf(query),
      sort: order.sort,
      ascending: !isDown,
      after_value: cursor?.value ?? null,
      after_id: cursor?.id ?? null,
      page_size: size
    },
    signal,
    fields
  )
  return pageOf(rows, size, (last) => ({ value: order.after(last), id: last.id }))
}
