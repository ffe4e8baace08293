import { mutate } from 'swr'
import { bookingKeys, getBooking, sendStep } from '@/entities/booking'
import { toAppError } from '@/lib/errors'
import { addStep, flushSteps, parseSteps, type Step } from './steps'

/** What the page shows of the driver's steps. */
export interface StepsState {
  steps: readonly Step[]
  isSending: boolean
  /** The last attempt found no signal. */
  isOffline: boolean
  refused: { step: Step; key: string } | null
}

const STORAGE_KEY = 'hackney.trip-steps'
/** Phones say "online" before anything gets through; trying is cheaper than believing. */
const RETRY_MS = 4000
/** Answers that say nothing about the step itself. */
const UNREACHED = new Set(['network_error', 'server_busy', 'too_many_requests'])

function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

let state: StepsState = { steps: parseSteps(stored()), isSending: false, isOffline: false, refused: null }
let timer: ReturnType<typeof setTimeout> | undefined
let beforeReach: () => Promise<void> = async () => {}
const listeners = new Set<() => void>()

function set(change: Partial<StepsState>): void {
  state = { ...state, ...change }
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(state.steps))
  } catch {
    // Without storage a step survives until the page closes.
  }
  for (const listener of listeners) listener()
}

async function flush(): Promise<void> {
  if (state.isSending || state.steps.length === 0) return
  clearTimeout(timer)
  set({ isSending: true })
  const batch = state.steps
  const result = await flushSteps(batch, {
    send: async (step) => {
      // The fare is measured on the trail, so what is left of it goes first.
      if (step.kind === 'reach') await beforeReach()
      const booking = await sendStep(step)
      await mutate(bookingKeys.booking(step.bookingId), booking, { revalidate: false })
    },
    refusal: (error) => {
      const { key, status } = toAppError(error)
      return UNREACHED.has(key) || (status ?? 0) >= 500 ? null : key
    },
    status: async (id) => {
      const booking = await getBooking(id)
      await mutate(bookingKeys.booking(id), booking, { revalidate: false })
      return booking.status
    }
  })
  const added = state.steps.filter((step) => !batch.includes(step))
  const steps = [...result.left, ...added]
  set({
    steps,
    isSending: false,
    isOffline: result.left.length > 0 && result.refused === null,
    refused: result.refused ? { step: result.refused.step, key: result.refused.failure } : null
  })
  if (steps.length > 0) timer = setTimeout(() => void flush(), result.left.length > 0 ? RETRY_MS : 0)
}

/** Sends a step now, or as soon as there is a signal, also after the page was closed in between. */
export function pressStep(step: Step): void {
  set({ steps: addStep(state.steps, step), refused: null })
  void flush()
}

/** Puts away the notice about a refused step. */
export function forgetRefusal(): void {
  set({ refused: null })
}

export function stepsState(): StepsState {
  return state
}

export function subscribeSteps(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    window.addEventListener('online', flushNow)
    flushNow()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('online', flushNow)
  }
}

/**
 * Sends steps that wait for the signal, whatever page is open, until the returned function is called.
 *
 * @param handInTrail awaited before "drop reached" is told; must not reject
 */
export function startSending(handInTrail: () => Promise<void>): () => void {
  beforeReach = handInTrail
  return subscribeSteps(() => {})
}

function flushNow(): void {
  void flush()
}
