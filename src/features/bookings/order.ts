import type { BookingRow } from '@/entities/booking'

const tripTime = ({ trip_at }: Pick<BookingRow, 'trip_at'>): number => Date.parse(trip_at)

/** The next trip first, for what is ahead. */
export const soonestFirst = <Row extends Pick<BookingRow, 'trip_at'>>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => tripTime(a) - tripTime(b))

/** The latest trip first, for what is over. */
export const latestFirst = <Row extends Pick<BookingRow, 'trip_at'>>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => tripTime(b) - tripTime(a))
