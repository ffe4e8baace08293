import type { BookingRow } from '@/entities/booking'

const tripTime = ({ trip_at }: Pick<BookingRow, 'trip_at'>): number => Date.parse(trip_at)

/** Sorts upcoming trips: the next one first. */
export const soonestFirst = <Row extends Pick<BookingRow, 'trip_at'>>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => tripTime(a) - tripTime(b))

/** Sorts past trips: the latest first. */
export const latestFirst = <Row extends Pick<BookingRow, 'trip_at'>>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => tripTime(b) - tripTime(a))
