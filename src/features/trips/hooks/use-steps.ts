import { useSyncExternalStore } from 'react'
import type { BookingStatus, StepKind } from '@/entities/booking'
import { projectStatus } from '../steps'
import { forgetRefusal, pressStep, stepsState, subscribeSteps } from '../steps-store'

/** The driver's steps on one booking: pressing, waiting for the signal, and refusals. */
export function useSteps(bookingId: string) {
  const state = useSyncExternalStore(subscribeSteps, stepsState)
  const own = state.steps.filter((step) => step.bookingId === bookingId)
  return {
    press: (kind: StepKind, otp: string | null = null) => pressStep({ bookingId, kind, otp, at: Date.now() }),
    /** The status with the waiting steps already taken. */
    project: (status: BookingStatus) => projectStatus(bookingId, status, state.steps),
    isSending: state.isSending && own.length > 0,
    /** Steps that wait for the signal. */
    isWaiting: state.isOffline && own.length > 0,
    refusedKey: state.refused?.step.bookingId === bookingId ? state.refused.key : null,
    forgetRefusal
  }
}
