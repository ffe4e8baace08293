import type { BookingStatus, StepKind } from '@/entities/booking'

/** One step, kept until the server has it. */
export interface Step {
  bookingId: string
  kind: StepKind
  /** The rider's start code, where the step needs one. */
  otp: string | null
  /** When the driver pressed, in milliseconds since the epoch. */
  at: number
}

const TARGET: Record<StepKind, BookingStatus> = {
  arrive: 'ARRIVED',
  start: 'STARTED',
  reach: 'PENDING',
  confirm_cash: 'PAID'
}

const ORDER: BookingStatus[] = ['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID', 'COMPLETE']

/** True where the booking already is where the step would take it: an answer got lost on the way back. */
export function isDone(step: Pick<Step, 'kind'>, status: BookingStatus): boolean {
  const target = step.kind === 'reach' ? 'REACHED' : TARGET[step.kind]
  return status !== 'CANCELLED' && ORDER.indexOf(status) >= ORDER.indexOf(target)
}

/** Adds a step; pressing twice keeps the first press. */
export function addStep(steps: readonly Step[], step: Step): Step[] {
  const isThere = steps.some((other) => other.bookingId === step.bookingId && other.kind === step.kind)
  return isThere ? [...steps] : [...steps, step]
}

/**
 * The status a driver should see while steps wait for the signal. Only what the server will surely agree to is
 * run ahead: the fare after `reach` is the server's, so nothing is shown past it.
 */
export function projectStatus(bookingId: string, status: BookingStatus, steps: readonly Step[]): BookingStatus {
  let projected = status
  for (const step of steps) {
    if (step.bookingId !== bookingId || isDone(step, projected)) continue
    if (step.kind === 'arrive' && projected === 'ACCEPTED') projected = 'ARRIVED'
    else if (step.kind === 'start' && projected === 'ARRIVED') projected = 'STARTED'
    else break
  }
  return projected
}

/** How sending went. */
export interface FlushResult<Failure> {
  left: Step[]
  sent: Step[]
  /** A step that the server refused; the ones after it for the same booking are given up with it. */
  refused: { step: Step; failure: Failure } | null
}

/** What sending needs from outside. */
export interface FlushDeps<Failure> {
  send: (step: Step) => Promise<void>
  /** The failure when the server refused, null when it could not be reached. */
  refusal: (error: unknown) => Failure | null
  /** The booking's status as the server has it. */
  status: (bookingId: string) => Promise<BookingStatus | null>
}

/**
 * Sends waiting steps in the order they were pressed and stops at the first that does not get through.
 * A refusal of a step that already took place counts as sent, which makes a repeat after a lost answer safe.
 */
export async function flushSteps<Failure>(
  steps: readonly Step[],
  deps: FlushDeps<Failure>
): Promise<FlushResult<Failure>> {
  const sent: Step[] = []
  for (const [index, step] of steps.entries()) {
    try {
      await deps.send(step)
      sent.push(step)
    } catch (error) {
      const failure = deps.refusal(error)
      if (failure === null) return { left: steps.slice(index), sent, refused: null }
      const status = await deps.status(step.bookingId).catch(() => null)
      if (status && isDone(step, status)) {
        sent.push(step)
        continue
      }
      const left = steps.slice(index + 1).filter((other) => other.bookingId !== step.bookingId)
      return { left, sent, refused: { step, failure } }
    }
  }
  return { left: [], sent, refused: null }
}

/** Reads steps kept from an earlier visit; anything malformed is dropped. */
export function parseSteps(text: string | null): Step[] {
  if (!text) return []
  try {
    const value: unknown = JSON.parse(text)
    if (!Array.isArray(value)) return []
    return value.filter(
      (step): step is Step =>
        typeof step === 'object' &&
        step !== null &&
        typeof step.bookingId === 'string' &&
        step.kind in TARGET &&
        (step.otp === null || typeof step.otp === 'string') &&
        typeof step.at === 'number'
    )
  } catch {
    return []
  }
}
