/** Sends a driver's queued actions over the network, and writes the results to the cache of bookings. */
import { mutate } from 'swr'
import { type Booking, bookingKeys, getBooking } from '@/entities/booking'
import { toAppError } from '@/lib/server/errors'
import { serverNow } from '@/lib/time/server-clock'
import type { DrainDeps, drain, drainPhotos } from './drain'
import type { DriverActionKind, Fix, QueuedAction } from './model'
import { isDoneIn } from './project'
import type { ShiftStorage } from './storage'

/** The functions that store and send; they are loaded when a shift starts. */
export interface ShiftTools extends Pick<DrainDeps, 'refusal' | 'note'> {
  open: (driverId: string, now: number) => Promise<ShiftStorage>
  drain: typeof drain
  drainPhotos: typeof drainPhotos
  depsOf: (tools: ShiftTools, onRefused: DrainDeps['onRefused']) => DrainDeps
  sendAction: (action: QueuedAction, now: number) => Promise<Booking | null>
  sendTogether: (actions: readonly QueuedAction[], now: number) => Promise<(string | null)[]>
  reportPositions: (fixes: readonly Fix[]) => Promise<number>
}

/**
 * Reads the state of an action's trip; null if the driver can no longer read it, because the trip belongs to another driver
 * now.
 */
async function look({ bookingId, driverId, acceptedAt, action }: QueuedAction) {
  try {
    const booking = await getBooking(bookingId)
    await mutate(bookingKeys.booking(bookingId), booking, { revalidate: false })
    const isMine = booking.driver_id === driverId && (acceptedAt === null || booking.accepted_at === acceptedAt)
    return { status: booking.status, isDone: isMine && isDoneIn(action.kind, booking) }
  } catch (error) {
    if (toAppError(error).key === 'not_found') return null
    throw error
  }
}

/** Returns the functions that `drain` calls. @param onRefused called for a refused action that is not stored as a conflict */
export function depsOf(
  { sendAction, sendTogether, ...tools }: ShiftTools,
  onRefused: DrainDeps['onRefused']
): DrainDeps {
  return {
    ...tools,
    report: async (fixes) => void (await tools.reportPositions(fixes)),
    send: async (queued) => {
      const { bookingId, action } = queued
      const booking = await sendAction(queued, serverNow())
      if (booking) await mutate(bookingKeys.booking(bookingId), booking, { revalidate: false })
      if (action.kind === 'rate') await mutate(bookingKeys.hasRated(bookingId), true, { revalidate: false })
      const list = LISTS[action.kind]
      if (list) await mutate(isOf(list, bookingId))
    },
    sendTogether: async (actions) => {
      const answers = await sendTogether(actions, serverNow())
      await Promise.all(actions.map(({ bookingId }) => mutate(bookingKeys.booking(bookingId))))
      await mutate(isOf('carried-parcels', actions[0]?.driverId ?? ''))
      return answers
    },
    look,
    onRefused,
    now: serverNow
  }
}

/** For actions that add to a list: the first part of the list's cache key. The list is read again once the action was sent. */
const LISTS: Partial<Record<DriverActionKind, string>> = {
  arrive_at_stop: 'booking-stops',
  add_extra: 'booking-extras',
  // The picture of a receipt belongs to an extra.
  photo: 'booking-extras',
  hand_over: 'booking-contacts',
  report: 'my-cases',
  return_to_sender: 'return-reason'
}

const isOf = (list: string, bookingId: string) => (key: unknown) =>
  Array.isArray(key) && key[0] === list && key[1] === bookingId
