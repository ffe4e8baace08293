import type { LatLng } from '@/lib/geo'
import { figure, orNull, shaped, uuid } from '@/lib/shape'

/** The storage key on this device. */
export const KEPT_CALL = 'hackney.sos'

/** A call for help that has not reached the desk yet. */
export interface HelpCall {
  personId: string
  /** Null for a driver who is not on a trip. */
  bookingId: string | null
  place: LatLng | null
  /** When it was pressed (ms). */
  at: number
}

/** Older stored calls are outdated (ms). */
const KEPT_MS = 2 * 3_600_000

const isCall = shaped<HelpCall>({
  personId: uuid,
  bookingId: orNull(uuid),
  place: orNull(shaped<LatLng>({ lat: figure, lng: figure })),
  at: figure
})

/** The stored call of this person on this device; null if there is no valid one. */
export const keptCall = (value: unknown, personId: string, now: number): HelpCall | null =>
  isCall(value) && value.personId === personId && now - value.at <= KEPT_MS ? value : null
