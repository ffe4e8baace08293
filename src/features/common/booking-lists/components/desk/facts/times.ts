import { isApproaching, isOutdated, type StaffBooking } from '@/entities/booking'
import type { DeskFacts } from './facts-store'

/** Returns a duration as "3:12" or "1:04:09". */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

type Seen = Partial<Pick<DeskFacts, 'seen_at'>>

/** Whether the car's position is too old for a time of arrival. The facts themselves may be old, if the desk is offline. */
export const isSilent = (facts: Seen | undefined, now: number): boolean =>
  typeof facts?.seen_at === 'string' && isOutdated({ at: Date.parse(facts.seen_at) }, now)

/**
 * Returns by how many seconds the car will be late at the pickup; negative means early. Null if no pickup time is known, and in
 * other statuses than NEW, unless the car is on its way to the pickup. Also null while the car's position is too old for a time
 * of arrival and the car is not late yet.
 *
 * @param now current server time (ms)
 */
export function lateSeconds(
  booking: Pick<StaffBooking, 'status' | 'arrival_confirmed_at'>,
  facts: (Pick<DeskFacts, 'due' | 'eta' | 'wait_secs'> & Seen) | undefined,
  now: number
): number | null {
  if (!facts?.due || (booking.status !== 'NEW' && !isApproaching(booking))) return null
  if (isSilent(facts, now)) {
    // The car may come at any time: only the delay that has already happened is known.
    const passed = Math.round((now - Date.parse(facts.due)) / 1000)
    return passed > 0 ? passed : null
  }
  const comes = facts.eta ? Math.max(Date.parse(facts.eta), now) : now + facts.wait_secs * 1000
  return Math.round((comes - Date.parse(facts.due)) / 1000)
}
