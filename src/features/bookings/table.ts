import { type BookingRow, STATUSES, shownFare } from '@/entities/booking'

/** Columns of the desk's list, as they stand. */
export const COLUMNS = ['reference', 'status', 'time', 'pickup', 'drop', 'rider', 'driver', 'fare'] as const
export type Column = (typeof COLUMNS)[number]

/** By which column a list is ordered, and whether the largest comes first. */
export interface Sort {
  column: Column
  isDown: boolean
}

export const LATEST_FIRST: Sort = { column: 'time', isDown: true }

/** What a column is ordered by. */
const keys: Record<Column, (row: BookingRow) => string | number> = {
  reference: (row) => row.reference,
  status: (row) => STATUSES.indexOf(row.status),
  time: (row) => Date.parse(row.trip_at),
  pickup: (row) => row.pickup_address,
  drop: (row) => row.drop_address,
  rider: (row) => row.customer_name ?? '',
  driver: (row) => row.driver_name ?? '',
  fare: (row) => shownFare(row) ?? 0
}

/** The rows in order; those that are equal keep theirs. */
export function sorted(rows: readonly BookingRow[], { column, isDown }: Sort): BookingRow[] {
  const key = keys[column]
  const compare = (a: BookingRow, b: BookingRow): number => {
    const [left, right] = [key(a), key(b)]
    return typeof left === 'number' ? left - Number(right) : left.localeCompare(String(right))
  }
  return rows.toSorted((a, b) => (isDown ? compare(b, a) : compare(a, b)))
}

/** "-fare" of an address; null for anything else: each list then has an order of its own. */
export function readSort(text: string | null): Sort | null {
  const column = COLUMNS.find((name) => name === text?.replace(/^-/, ''))
  return column ? { column, isDown: text?.startsWith('-') === true } : null
}

export const writeSort = ({ column, isDown }: Sort): string => (isDown ? `-${column}` : column)
