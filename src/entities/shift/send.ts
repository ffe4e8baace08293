import { type Booking, rateBooking, setBookingImage } from '@/entities/booking'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { moving } from '@/lib/upload/moving'
import { transportOf } from '@/lib/upload/transport'
import type { Conflict, DriverActionKind, MissedAction, QueuedAction } from './model'
import { patience } from './report'
import { hasWaited } from './waited'

/**
 * The arguments that all steps of a trip have: the booking, the time when the driver accepted it, and the idempotency key. If
 * the action had to wait for a signal, also the time of the action.
 */
function context({ bookingId, acceptedAt, key, at, action }: QueuedAction, now: number) {
  // Cash that was taken without a signal counts from when it was taken, even if the signal returned in that moment.
  const wasUnheard = action.kind === 'confirm_cash' && action.amount !== undefined
  return {
    booking_id: bookingId,
    client_key: key,
    ...(acceptedAt && { accepted_at: acceptedAt }),
    ...((wasUnheard || hasWaited({ at }, now)) && { at: new Date(at).toISOString() })
  }
}

/**
 * Sends a driver's action. Sending it again has no further effect.
 *
 * @returns the current booking, if the server returns it
 * @throws AppError with the server's key, `network_error` if the server could not be reached
 */
export async function sendAction(queued: QueuedAction, now: number): Promise<Booking | null> {
  const shared = context(queued, now)
  const { action } = queued
  switch (action.kind) {
    case 'arrive':
      return await unwrap(supabase.rpc('arrive_at_pickup', shared).abortSignal(patience()))
    case 'arrive_at_stop':
      await unwrap(supabase.rpc('arrive_at_stop', { ...shared, position: action.position }).abortSignal(patience()))
      return null
    case 'start':
      return await unwrap(supabase.rpc('start_trip', { ...shared, ...codeOf(action) }).abortSignal(patience()))
    case 'reach':
      return await unwrap(supabase.rpc('reach_drop', { ...shared, ...codeOf(action) }).abortSignal(patience()))
    case 'confirm_cash':
      return await unwrap(
        supabase
          .rpc('confirm_cash', { ...shared, ...(action.amount !== undefined && { amount: action.amount }) })
          .abortSignal(patience())
      )
    case 'add_extra': {
      const { extra: key, amount, note } = action
      const sent = { booking_id: queued.bookingId, client_key: queued.key, key, amount, ...(note && { note }) }
      await unwrap(supabase.rpc('add_extra', sent).abortSignal(patience()))
      return null
    }
    case 'hand_over': {
      const { receivedBy: received_by, signature } = action
      const sent = { booking_id: queued.bookingId, received_by, ...(signature && { signature }) }
      await unwrap(supabase.rpc('sign_delivery', sent).abortSignal(patience()))
      return null
    }
    case 'report': {
      const { problem: kind, message } = action
      const sent = { booking_id: queued.bookingId, client_key: queued.key, kind, message }
      await unwrap(supabase.rpc('report_problem', sent).abortSignal(patience()))
      return null
    }
    case 'return_to_sender':
      return await unwrap(
        supabase.rpc('return_to_sender', { ...shared, reason: action.reason }).abortSignal(patience())
      )
    case 'rate':
      return await rateBooking(queued.bookingId, { ...action, tags: [...action.tags] })
    case 'photo': {
      const name = action.which === 'extra' ? `extra-${action.extraKey}` : `${action.which}_image`
      const path = `${queued.bookingId}/${name}`
      const upload = transportOf({ bucket: 'bookings', path, file: action.file, resumeAs: queued.key })
      await moving(upload)
      if (action.which === 'extra') {
        const sent = { booking_id: queued.bookingId, client_key: action.extraKey }
        await unwrap(supabase.rpc('add_extra_photo', sent).abortSignal(patience()))
        return null
      }
      return await setBookingImage(queued.bookingId, action.which, path)
    }
  }
}

/** The actions that the server accepts for several bookings in one call, with the server's name of each. */
const STEPS: Partial<Record<DriverActionKind, string>> = { arrive: 'arrived', start: 'started', reach: 'reached' }

/**
 * Sends the actions of one press for several parcels, in one call.
 *
 * @returns the error key of each refused action, null for an accepted one
 * @throws AppError if the server refused the whole call or could not be reached
 */
export async function sendTogether(actions: readonly QueuedAction[], now: number): Promise<(string | null)[]> {
  const steps = actions.map((queued) => ({
    ...context(queued, now),
    step: STEPS[queued.action.kind] ?? '',
    ...('otp' in queued.action ? codeOf(queued.action) : {})
  }))
  const answers = await unwrap(supabase.rpc('confirm_steps', { steps }).abortSignal(patience()))
  return actions.map(({ key }) => {
    const answer = answers.find(({ client_key }) => client_key === key)
    return answer?.done ? null : (answer?.message ?? 'unknown_error')
  })
}

const codeOf = ({ otp }: { otp: string | null }) => (otp ? { otp } : {})

/**
 * The names under which refused actions are recorded in a booking's history. Actions without a name are not recorded, because
 * nothing depends on them.
 */
const STEP: Partial<Record<DriverActionKind, string>> = {
  arrive: 'arrived',
  arrive_at_stop: 'stop',
  start: 'started',
  return_to_sender: 'returning',
  reach: 'reached',
  confirm_cash: 'cash'
}

/** Records a refused step of a trip in its booking's history, where the desk can read it. */
export async function noteMissed({ bookingId, refusedKey }: Conflict, { key, kind, at }: MissedAction): Promise<void> {
  const step = STEP[kind]
  if (!step) return
  await unwrap(
    supabase
      .rpc('record_missed_step', {
        booking_id: bookingId,
        step,
        reason: refusedKey,
        client_key: key,
        at: new Date(at).toISOString()
      })
      .abortSignal(patience())
  )
}
