/**
 * Addresses of lists that only the portal links to. They are separate from `paths`, so that other pages do not load them.
 */
import { paths } from './paths'

/** The table of withdrawals, filtered to those that wait for a decision. */
export const openWithdrawalsPath = `${paths.withdraws}?status=open`

/**
 * Returns the address of the drivers' earnings by month.
 *
 * @param from a day in the first month (ISO date)
 * @param to a day in the last month (ISO date)
 */
export const driverMonthsPath = (from: string, to: string): string => `${paths.driverEarnings}?months=${from}..${to}`

/** Returns the address of the bookings that make up the platform's earnings of a month ("2026-11"). */
export const earningsPath = (month: string): string => `${paths.earnings}?month=${month}`

/** Returns the address of the bookings that make up a driver's earnings of a month ("2026-11"). */
export const driverEarningsPath = (month: string, driverId: string): string =>
  `${paths.driverEarnings}?month=${month}&of=${driverId}`

/** Returns the address of the money desk (the office's page for payments). The parameters select one of its lists. */
export const moneyPath = (params: Record<string, string>): string =>
  `${paths.money}?${new URLSearchParams(params).toString().replaceAll('%3A', ':')}`

/** Returns the address of the staff's bookings table with these filters. */
export const bookingsPath = (filters: Record<string, string>): string =>
  `${paths.bookings}?${new URLSearchParams(filters).toString().replaceAll('%2C', ',')}`
