/** A fix of the phone's position; `at` in milliseconds of the server's clock, accuracy in metres. */
export interface Fix {
  lat: number
  lng: number
  heading: number | null
  accuracy: number | null
  /** Metres per second; null if the device does not report it. */
  speed: number | null
  at: number
}

/** A driver's action on a trip that has to reach the server once there is a signal. */
export type DriverAction =
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

export type DriverActionKind = DriverAction['kind']

/** A driver's report to the desk about a trip. */
export const PROBLEM_KINDS = ['passenger', 'accident', 'vehicle', 'fare', 'found', 'something'] as const
export type ProblemKind = (typeof PROBLEM_KINDS)[number]

/** Extras that a driver may add to a fare. */
export type ExtraKind = 'toll' | 'parking' | 'other'

/** A queued action in the phone's storage. */
export interface QueuedAction {
  /** Makes a repeat harmless. */
  key: string
  driverId: string
  bookingId: string
  /** The six-letter reference. */
  reference: string
  /** Its acceptance: an old action never affects a job that was accepted again. */
  acceptedAt: string | null
  /** When it was done, in ms of the server's clock. */
  at: number
  action: DriverAction
  /** One press for several parcels at a door: they are sent in one call. */
  together?: string
  /** Why the server refused its code: it waits until the driver enters another. */
  heldKey: string | null
  /** It was refused long after it was done, so another code counts from that time; otherwise from now. */
  isHeldLate?: boolean
}

/**
 * Actions that came too late: the trip was cancelled or given to another driver meanwhile. The driver may need them as evidence.
 */
export interface Conflict {
  id: string
  driverId: string
  bookingId: string
  reference: string
  /** The server's refusal of the first one. */
  refusedKey: string
  /** The trip's state then; null if the driver may no longer read it. */
  status: string | null
  /** Time of the refusal, in ms. */
  at: number
  actions: readonly MissedAction[]
  /** The server has recorded the actions in the booking's history. */
  isNoted: boolean
  /** The driver has read it. */
  isSeen: boolean
}

/** A refused action, and when it was done. */
export interface MissedAction {
  key: string
  kind: DriverActionKind
  at: number
}
