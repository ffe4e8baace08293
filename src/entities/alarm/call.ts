import type { LatLng } from '@/lib/geo/geo'
import { figure, orNull, shaped, uuid } from '@/lib/storage/shape'

/** The key under which a call for help is stored on this device. */
export const KEPT_CALL = 'hackney.sos'

/** A call for help that has not reached the desk yet. */
export interface HelpCall {
  personId: string
  /** Null for a driver who is not on a trip. */
  bookingId: string | null
  place: LatLng | null
  /** When the button was pressed (ms). */
  at: number
}

/** How long a stored call stays valid (ms). */
const KEPT_MS = 2 * 3_600_000

const isCall = shaped<HelpCall>({
  personId: uuid,
  bookingId: orNull(uuid),
  place: orNull(shaped<LatLng>({ lat: figure, lng: figure })),
  at: figure
})

/** Reads a stored call for help; null if there is none, if another person made it, or if it is no longer valid. */
export const keptCall = (value: unknown, personId: string, now: number): HelpCall | null =>
  isCall(value) && value.personId === personId && now - value.at <= KEPT_MS ? value : null
