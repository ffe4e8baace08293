import {
  type Booking,
  type BookingStatus,
  isAwaitingPickup,
  isOnTheRoad,
  type TripCommand,
  type TripOptions
} from '@/entities/booking'

/** What a driver can no longer do once the trip has ended, even if the server has not heard of the end. */
const UNTIL_END: readonly TripCommand[] = ['cancel', 'no_show', 'add_extra', 'return_to_sender', 'change_route']

/**
 * Returns what the driver may do after the queued steps, which the server has not received yet: what the server will allow in
 * that status. Nothing that depends on what the server has heard, such as leaving without the rider. Of a page that was opened
 * without a signal the options are unknown.
 */
export function aheadOf(
  options: Pick<TripOptions, 'actions'> | undefined,
  booking: Pick<Booking, 'status' | 'category' | 'prepaid' | 'returning_at'>,
  status: BookingStatus,
  isEnded: boolean
): readonly TripCommand[] {
  const known = options?.actions ?? []
  if (status === booking.status && options)
    return isEnded ? known.filter((action) => !UNTIL_END.includes(action)) : known
  const isUnderWay = isOnTheRoad(status) && !isEnded
  const ahead: Partial<Record<TripCommand, boolean>> = {
    no_show: false,
    cancel: isAwaitingPickup(status),
    add_extra: isUnderWay && status !== 'ACCEPTED' && booking.category === 'taxi' && !booking.prepaid,
    return_to_sender:
      isUnderWay && status === 'STARTED' && booking.category === 'delivery' && booking.returning_at === null
  }
  const kept = known.filter((action) => ahead[action] === undefined)
  return [...kept, ...(Object.keys(ahead) as TripCommand[]).filter((action) => ahead[action])]
}
