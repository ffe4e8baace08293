import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { keptWhile } from '@/lib/server/kept-while'
import { supabase } from '@/lib/server/supabase'
import { bookingKeys } from './keys'
import type { Booking } from './model'
import { isOver } from './status'

/** An action that the server may permit on a booking. */
export type TripCommand =
  | 'cancel'
  | 'no_show'
  | 'chat'
  | 'assign'
  | 'override_code'
  | 'end_trip'
  | 'pay_with_wallet'
  | 'pay_in_cash'
  | 'confirm_cash'
  | 'show_pay_code'
  | 'share'
  | 'unshare'
  | 'end_guest_link'
  | 'withdraw_offer'
  | 'change_route'
  | 'return_to_sender'
  | 'message_driver'
  | 'add_extra'
  | 'remove_extra'
  | 'refund'
  | 'correct_fare'
  | 'request_payment'
  | 'reverse'

/** What the caller may do with a booking now, and times for countdowns (ms since the epoch). */
export interface TripOptions {
  actions: readonly TripCommand[]
  /**
   * Actions that were allowed in the previous status. After a change of status their buttons stay visible until the options for
   * the new status have arrived. Until then, pressing them has no effect.
   */
  asked: readonly TripCommand[]
  /** Until when the rider can cancel free of charge. */
  freeUntil: number | null
  /** From when the driver may leave if the rider does not come; the same for both. */
  leaveAt: number | null
  /** What the rider then pays; null while the car has not been at the pickup. */
  noShowFee: number | null
  /** From when the driver's waiting at the pickup is paid; null if waiting is not paid. */
  earnsFrom: number | null
  /** The rider's price, and the driver's pay, for an hour of waiting; null if waiting is not paid. */
  earnsPerHour: number | null
  /** When the search for the driver of a booking for later begins. */
  searchAt: number | null
  /** The amount to pay in cash; null for other payments. */
  cashAmount: number | null
  /** The amount that an admin can still refund; null before payment. */
  refundable: number | null
  /** How much of the driver's extras counts at once in all; null if the meter decides, or for other people. */
  extraRoom: number | null
  /** True if these are the options of the previous status and the response for the new one is still pending. */
  isOld?: true
}

/** Interval between requests (ms): fees and waiting times change with time, even if nobody acts on the booking. */
const OPTIONS_MS = 10_000
/**
 * Interval between requests during the ride (ms). It is longer, because fees and waiting times no longer change then, and a
 * driver's phone would otherwise send many requests in an hour.
 */
const ON_THE_WAY_MS = 60_000

const refreshOf = (status: Booking['status']): number =>
  isOver(status) ? 0 : status === 'STARTED' ? ON_THE_WAY_MS : OPTIONS_MS

const moment = (at: string | null): number | null => (at ? Date.parse(at) : null)

/**
 * Actions whose dialogs may be open when the status changes. The dialogs stay open at least until the options for the new
 * status have arrived.
 */
const ongoing: readonly TripCommand[] = ['chat', 'share', 'unshare', 'end_guest_link']

/**
 * Actions whose buttons keep their place and focus after a change of status. Pressing one does nothing until the options for
 * the new status have arrived.
 */
const askedAgain: readonly TripCommand[] = ['cancel', 'change_route']

/**
 * The options to use after a change of status until the options for the new status have arrived. They contain no deadlines and
 * amounts. Of the previous actions, those in `ongoing` stay permitted, and those in `askedAgain` are shown but have no effect.
 */
const outdated = ({ actions }: TripOptions): TripOptions => ({
  actions: actions.filter((action) => ongoing.includes(action)),
  asked: actions.filter((action) => askedAgain.includes(action)),
  freeUntil: null,
  leaveAt: null,
  noShowFee: null,
  earnsFrom: null,
  earnsPerHour: null,
  searchAt: null,
  cashAmount: null,
  refundable: null,
  extraRoom: null,
  isOld: true
})

type OptionsKey = ReturnType<typeof bookingKeys.options>

/**
 * Keeps the old options while the new ones load, unless the booking had a driver and that driver has changed: a dialog about
 * the old driver cannot continue. When the first driver accepts, the old options are kept.
 */
const sameDriver = keptWhile<OptionsKey>(
  ([, id, , driver], [, before, , last]) => id === before && (driver === last || last === null)
)

/** Requests what the caller may do with a booking now. */
export async function getTripOptions(bookingId: string): Promise<TripOptions> {
  const rows = await unwrap(supabase.rpc('trip_options', { booking_id: bookingId }))
  const options = rows[0]
  return {
    actions: (options?.actions ?? []) as TripCommand[],
    asked: [],
    freeUntil: moment(options?.free_until ?? null),
    leaveAt: moment(options?.leave_at ?? null),
    noShowFee: options?.no_show_fee ?? null,
    earnsFrom: moment(options?.earns_from ?? null),
    earnsPerHour: options?.earns_per_hour ?? null,
    searchAt: moment(options?.search_at ?? null),
    cashAmount: options?.cash_amount ?? null,
    refundable: options?.refundable ?? null,
    extraRoom: options?.extra_room ?? null
  }
}

/**
 * What the caller may do with a booking; requested again when the status changes, and at an interval while the booking is open.
 */
export function useTripOptions({ id, status, driver_id }: Pick<Booking, 'id' | 'status' | 'driver_id'>) {
  const { data } = useSWR(
    bookingKeys.options(id, status, driver_id),
    async ([, , of]) => ({ of, options: await getTripOptions(id) }),
    { refreshInterval: refreshOf(status), use: [sameDriver] }
  )
  return data && (data.of === status ? data.options : outdated(data.options))
}

/** The current fee for cancelling, requested at an interval; undefined until the server has responded for this status. */
export function useCancellationFee({ id, status }: Pick<Booking, 'id' | 'status'>, isWanted: boolean) {
  const { data } = useSWR(
    isWanted ? bookingKeys.cancellationFee(id, status) : null,
    () => unwrap(supabase.rpc('cancellation_quote', { booking_id: id })),
    { refreshInterval: OPTIONS_MS }
  )
  return data
}
