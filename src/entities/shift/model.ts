/** A position measured by the phone (a fix). `at` is in milliseconds of the server's clock, the accuracy in metres. */
export interface Fix {
  lat: number
  lng: number
  heading: number | null
  accuracy: number | null
  /** Metres per second; null if the device does not report it. */
  speed: number | null
  at: number
}

/** Something that a driver did on a trip. It is sent to the server, at once or when there is a signal again. */
export type DriverAction =
  | { kind: 'arrive' }
  | { kind: 'arrive_at_stop'; position: number }
  | { kind: 'start'; otp: string | null }
  | { kind: 'reach'; otp: string | null }
  /** `amount` is what the page showed at the end of a ride without a signal; without it the fare was collected. */
  | { kind: 'confirm_cash'; amount?: number }
  | { kind: 'add_extra'; extra: ExtraKind; amount: number; note: string }
  | { kind: 'hand_over'; receivedBy: string; signature: string | null }
  | { kind: 'return_to_sender'; reason: string }
  | { kind: 'rate'; stars: number; comment: string; tags: readonly string[] }
  | { kind: 'photo'; which: 'pickup' | 'deliver'; file: Blob }
  /** The picture of an extra's receipt; `extraKey` is the key of the action that added the extra. */
  | { kind: 'photo'; which: 'extra'; extraKey: string; file: Blob }
  | { kind: 'report'; problem: ProblemKind; message: string }

export type DriverActionKind = DriverAction['kind']

/** Kinds of problems that a driver can report to the desk about a trip. */
export const PROBLEM_KINDS = ['passenger', 'accident', 'vehicle', 'fare', 'found', 'something'] as const
export type ProblemKind = (typeof PROBLEM_KINDS)[number]

/** Kinds of extra costs that a driver may add to a fare. */
export type ExtraKind = 'toll' | 'parking' | 'other'

/** A refusal by the server for a reason that may change, such as a suspension or an unknown error. */
export interface Postponed {
  /** The error key of the refusal. */
  key: string
  /** How many times in a row the server has refused. */
  times: number
  /** When to try again (ms of the server's clock). */
  until: number
}

/** A driver's action that is stored on the phone until the server has it. */
export interface QueuedAction {
  /** The idempotency key: sending the action twice has the same effect as once. */
  key: string
  driverId: string
  bookingId: string
  /** The booking's reference of six letters. */
  reference: string
  /**
   * When the driver accepted the trip. It identifies that acceptance: an old action must not affect a trip that was accepted
   * again later.
   */
  acceptedAt: string | null
  /** When the driver did the action (ms of the server's clock). */
  at: number
  action: DriverAction
  /** A key shared by the actions of one press for several parcels at a door; they are sent in one call. */
  together?: string
  /** The error with which the server refused the start code; the action waits for another code. Null if none was refused. */
  heldKey: string | null
  /**
   * True if the action had waited for a signal when the server refused its start code. A corrected code is then sent with the
   * time of the action, otherwise with the time of the correction.
   */
  isHeldLate?: boolean
  /** Set if the server refused the action for now. It is sent again later; the later steps of its trip wait for it. */
  postponed?: Postponed
}

/**
 * Actions of one trip that have failed: a refused action and all later ones of the trip. They are stored if the refused action
 * had waited for a signal, or if later actions followed it. Often the actions came too late, because the trip was cancelled or
 * given to another driver meanwhile. The driver may need them as evidence.
 */
export interface Conflict {
  id: string
  driverId: string
  bookingId: string
  reference: string
  /** The error key with which the server refused the first of these actions. */
  refusedKey: string
  /** The trip's status at the time of the refusal; null if the driver may no longer read it. */
  status: string | null
  /** When the server refused the actions (ms). */
  at: number
  actions: readonly MissedAction[]
  /** Whether the server has recorded these actions in the booking's history. */
  isNoted: boolean
  /** Set if the server refused for now to record the actions. */
  postponed?: Postponed
  /** Whether the driver has read about the refusal. */
  isSeen: boolean
}

/** An action that was refused, and when the driver did it. */
export interface MissedAction {
  key: string
  kind: DriverActionKind
  at: number
}
