import type { Booking } from './model'

const DETAILS: readonly unknown[] = ['trip-options', 'booking-extras', 'cash-report']

/** Cache keys. Keys of data that changes with a booking's status contain the status. */
export const bookingKeys = {
  booking: (id: string) => ['booking', id] as const,
  cancelReasons: (audience: 'rider' | 'staff') => ['cancel-reasons', audience] as const,
  contacts: (id: string, status: string, driverId: string | null) =>
    ['booking-contacts', id, status, driverId] as const,
  cancellationFee: (id: string, status: string) => ['cancellation-fee', id, status] as const,
  options: (id: string, status: string, driverId: string | null) => ['trip-options', id, status, driverId] as const,
  /** Data that may change without a change of the status. */
  isDetailOf: (id: string) => (key: unknown) => Array.isArray(key) && DETAILS.includes(key[0]) && key[1] === id,
  /** Another route has other stops, so they belong to the key. */
  stops: ({ id, status, waypoints }: Pick<Booking, 'id' | 'status' | 'waypoints'>) =>
    ['booking-stops', id, status, JSON.stringify(waypoints)] as const,
  extras: (id: string, status: string) => ['booking-extras', id, status] as const,
  hasRated: (id: string) => ['has-rated', id] as const,
  startCode: (id: string) => ['start-code', id] as const,
  trail: (id: string) => ['trip-trail', id] as const,
  paymentRequests: (id: string) => ['payment-requests', id] as const,
  noShowFee: (id: string) => ['no-show-fee', id] as const,
  cashReport: (id: string) => ['cash-report', id] as const,
  search: (id: string) => ['dispatch-log', id] as const,
  newRoute: (id: string, way: string, dialog: string) => ['route-quote', id, way, dialog] as const,
  returnReason: (id: string) => ['return-reason', id] as const,
  routeProposal: (id: string) => ['route-proposal', id] as const
}
