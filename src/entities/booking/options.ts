import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { keptWhile } from '@/lib/kept-while'
import { supabase } from '@/lib/supabase'
import { bookingKeys } from './keys'
import type { Booking } from './model'
import { isOver } from './status'

/** The actions that the server permits on a booking. */
export type TripCommand =
  | 'cancel'
  | 'no_show'
  | 'chat'
  | 'assign'
  | 'override_code'
  | 'end_trip'
  | 'pay_with_wallet'
  | 'confirm_cash'
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

/** The caller's permitted actions now, and times for countdowns; ms since the epoch. */
export interface TripOptions {
  actions: readonly TripCommand[]
  /** The actions before the status changed, shown until the server has responded for the new one. */
  asked: readonly TripCommand[]
  /** The end of free cancellation for the rider. */
  freeUntil: number | null
  /** When the driver may leave a no-show. */
  leaveAt: number | null
  /** Start of paid waiting at the pickup; null if there is none. */
  earnsFrom: number | null
  earnsPerHour: number | null
  /** When the search for a later booking begins. */
  searchAt: number | null
  /** The amount in cash; null for other payments. */
  cashAmount: number | null
  /** The amount that an admin can still refund; null before payment. */
  refundable: number | null
  /** From the previous status; the response for the new one is pending. */
  isOld?: true
}

/** A fee grows and a wait ends over time, without any action (ms). */
const OPTIONS_MS = 10_000
/** During the drive neither changes, and a driver's hour would poll often (ms). */
const ON_THE_WAY_MS = 60_000

const refreshOf = (status: Booking['status']): number =>
  isOver(status) ? 0 : status === 'STARTED' ? ON_THE_WAY_MS : OPTIONS_MS

const moment = (at: string | null): number | null => (at ? Date.parse(at) : null)

/** Actions whose dialog may be open when a status changes: it stays open until the server has responded. */
const ongoing: readonly TripCommand[] = ['chat', 'share', 'unshare', 'end_guest_link']

/** Its button keeps its place and focus meanwhile; pressed, it does nothing. */
const askedAgain: readonly TripCommand[] = ['cancel', 'change_route']

/** The options kept from the previous status: no deadline, no amount, no action. */
const outdated = ({ actions }: TripOptions): TripOptions => ({
  actions: actions.filter((action) => ongoing.includes(action)),
  asked: actions.filter((action) => askedAgain.includes(action)),
  freeUntil: null,
  leaveAt: null,
  earnsFrom: null,
  earnsPerHour: null,
  searchAt: null,
  cashAmount: null,
  refundable: null,
  isOld: true
})

type OptionsKey = ReturnType<typeof bookingKeys.options>

/** Another driver's dialog cannot continue. Assigning the first driver interrupts nothing. */
const sameDriver = keptWhile<OptionsKey>(
  ([, id, , driver], [, before, , last]) => id === before && (driver === last || last === null)
)

/** What the caller may do with a booking now. */
export async function getTripOptions(bookingId: string): Promise<TripOptions> {
  const rows = await unwrap(supabase.rpc('trip_options', { booking_id: bookingId }))
  const options = rows[0]
  return {
    actions: (options?.actions ?? []) as TripCommand[],
    asked: [],
    freeUntil: moment(options?.free_until ?? null),
    leaveAt: moment(options?.leave_at ?? null),
    earnsFrom: moment(options?.earns_from ?? null),
    earnsPerHour: options?.earns_per_hour ?? null,
    searchAt: moment(options?.search_at ?? null),
    cashAmount: options?.cash_amount ?? null,
    refundable: options?.refundable ?? null
  }
}

/** The options for each new status, and over time while the booking is open. */
export function useTripOptions({ id, status, driver_id }: Pick<Booking, 'id' | 'status' | 'driver_id'>) {
  const { data } = useSWR(
    bookingKeys.options(id, status, driver_id),
    async ([, , of]) => ({ of, options: await getTripOptions(id) }),
    { refreshInterval: refreshOf(status), use: [sameDriver] }
  )
  return data && (data.of === status ? data.options : outdated(data.options))
}

/** The current cancellation fee, polled; undefined until the server has responded for this status. */
export function useCancellationFee({ id, status }: Pick<Booking, 'id' | 'status'>, isWanted: boolean) {
  const { data } = useSWR(
    isWanted ? bookingKeys.cancellationFee(id, status) : null,
    () => unwrap(supabase.rpc('cancellation_quote', { booking_id: id })),
    { refreshInterval: OPTIONS_MS }
  )
  return data
}
