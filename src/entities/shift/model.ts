/** A fix of the phone's position; `at` in milliseconds of the server's clock, accuracy in metres. */
export interface Fix {
  lat: number
  lng: number
  heading: number | null
  accuracy: number | null
  /** Metres per second; null where the device does not tell. */
  speed: number | null
  at: number
}

/** What a driver does on a trip that has to reach the server, whenever there is a signal. */
export type Deed =
  | { kind: 'arrive' }
  | { kind: 'arrive_at_stop'; position: number }
  | { kind: 'start'; otp: string | null }
  | { kind: 'reach'; otp: string | null }
  | { kind: 'confirm_cash' }
  | { kind: 'add_extra'; extra: ExtraKind; amount: number; note: string }
  | { kind: 'hand_over'; receivedBy: string; signature: string | null }
  | { kind: 'return_to_sender'; reason: string }
  | { kind: 'rate'; stars: number; comment: string; tags: readonly string[] }
  | { kind: 'photo'; which: 'pickup' | 'deliver'; file: Blob }
  | { kind: 'report'; problem: ProblemKind; message: string }

export type DeedKind = Deed['kind']

/** What a driver tells the desk of a trip. */
export const PROBLEM_KINDS = ['passenger', 'accident', 'vehicle', 'fare', 'found', 'something'] as const
export type ProblemKind = (typeof PROBLEM_KINDS)[number]

/** What a driver may add to the fare of a ride. */
export type ExtraKind = 'toll' | 'parking' | 'other'

/** A deed as it waits for the signal, in the phone's storage. */
export interface QueuedDeed {
  /** Makes a repeat harmless. */
  key: string
  driverId: string
  bookingId: string
  /** The six letters that people read. */
  reference: string
  /** The acceptance it belongs to: an old deed never hits a job that was accepted again. */
  acceptedAt: string | null
  /** When it was done, in ms of the server's clock. */
  at: number
  deed: Deed
  /** One press for several parcels at a door: they are sent in one call. */
  together?: string
  /** Why the server refused its code: it waits until the driver enters another. */
  heldKey: string | null
  /** It was refused long after it was done, so another code counts from then; else it counts from when it is entered. */
  isHeldLate?: boolean
}

/** Deeds that came too late: the trip was cancelled or given to somebody else meanwhile. The driver may need to show them. */
export interface Conflict {
  id: string
  driverId: string
  bookingId: string
  reference: string
  /** The server's refusal of the first one. */
  refusedKey: string
  /** Where the trip stood then; null where the driver may no longer read it. */
  status: string | null
  /** When the refusal came, in ms. */
  at: number
  deeds: readonly MissedDeed[]
  /** The server has noted the deeds in the history of the booking. */
  isNoted: boolean
  /** The driver has read it. */
  isSeen: boolean
}

/** A deed that was not counted, and when it was done. */
export interface MissedDeed {
  key: string
  kind: DeedKind
  at: number
}
