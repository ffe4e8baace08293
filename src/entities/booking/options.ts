import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { keptWhile } from '@/lib/kept-while'
import { supabase } from '@/lib/supabase'
import { bookingKeys } from './keys'
import type { Booking } from './model'
import { isOver } from './status'

/** What the server lets somebody do with a booking. */
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

/** What the caller may do with a booking now, and the moments that pages count down to; ms since the epoch. */
export interface TripOptions {
  actions: readonly TripCommand[]
  /** What they could do before the status changed, while the server is asked whether they still can. */
  asked: readonly TripCommand[]
  /** Until when a rider cancels without a fee. */
  freeUntil: number | null
  /** When the driver may leave a rider who does not come. */
  leaveAt: number | null
  /** From when waiting at the pickup earns the driver something; null where it does not. */
  earnsFrom: number | null
  earnsPerHour: number | null
  /** When the search for a later booking begins. */
  searchAt: number | null
  /** What is to be paid in cash; null where it is not. */
  cashAmount: number | null
  /** What an admin may still give back; null before it is paid. */
  refundable: number | null
  /** Of a status that has gone by; the server has not answered for the new one yet. */
  isOld?: true
}

/** A fee grows and a wait ends while nobody presses anything (ms). */
const OPTIONS_MS = 10_000
/** On the way neither does, and a driver's hour is many of these (ms). */
const ON_THE_WAY_MS = 60_000

const refreshOf = (status: Booking['status']): number =>
  isOver(status) ? 0 : status === 'STARTED' ? ON_THE_WAY_MS : OPTIONS_MS

const moment = (at: string | null): number | null => (at ? Date.parse(at) : null)

/** What somebody may be in the middle of when a status changes: a dialog of it stays open until the server has answered. */
const ongoing: readonly TripCommand[] = ['chat', 'share', 'unshare', 'end_guest_link']

/** Its button stays where it is meanwhile, and with it the focus; pressed, it does nothing. */
const askedAgain: readonly TripCommand[] = ['cancel', 'change_route']

/** What is still known of the options of a status that has gone by: no deadline, no amount, no way to act on it. */
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

/** With another driver there is nothing to go on with; the first one interrupts nothing. */
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

/** The options again for each new status, and as time goes on while the booking is open. */
export function useTripOptions({ id, status, driver_id }: Pick<Booking, 'id' | 'status' | 'driver_id'>) {
  const { data } = useSWR(
    bookingKeys.options(id, status, driver_id),
    async ([, , of]) => ({ of, options: await getTripOptions(id) }),
    { refreshInterval: refreshOf(status), use: [sameDriver] }
  )
  return data && (data.of === status ? data.options : outdated(data.options))
}

/** What cancelling costs the caller now, asked again and again; undefined until the server has said so in this status. */
export function useCancellationFee({ id, status }: Pick<Booking, 'id' | 'status'>, isWanted: boolean) {
  const { data } = useSWR(
    isWanted ? bookingKeys.cancellationFee(id, status) : null,
    () => unwrap(supabase.rpc('cancellation_quote', { booking_id: id })),
    { refreshInterval: OPTIONS_MS }
  )
  return data
}
