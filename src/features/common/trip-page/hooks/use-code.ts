import { useState } from 'react'
import type { Booking, Party } from '@/entities/booking'
import type { DriverAction } from '@/entities/shift'
import { useErrorText } from '@/lib/server/use-error-text'
import type { DriverStep } from '../components/primary-action'
import { CODE_LENGTH } from '../components/start-code'
import { type Door, isDoorStep } from './use-door'
import type { Trip } from './use-trip'

/** Returns the action of a step. Cash without a signal is the amount that the page shows, because the fare is not known. */
function actionOf(step: Exclude<DriverStep, 'arrive_at_stop'>, otp: string | null, cash: number | null): DriverAction {
  if (step === 'confirm_cash') return { kind: step, ...(cash !== null && { amount: cash }) }
  return step === 'start' || step === 'reach' ? { kind: step, otp } : { kind: step }
}

/** Returns the start code that the driver types, and its error. */
export function useCode(booking: Booking, party: Party, { view, queue, nextStop, unheardCash }: Trip, door: Door) {
  const errorText = useErrorText()
  const [value, setValue] = useState('')
  const isNeeded = party === 'driver' && view.blocks.includes('code')
  const isCodeRefused = queue.refusedKey?.startsWith('start_code_') === true
  // The desk may have let the driver go on without the code after it was refused.
  const isSettled = isCodeRefused && !booking.otp_secure
  const refusal = queue.refusedKey && !isSettled ? errorText(queue.refusedKey, { context: booking.category }) : null
  const otp = isNeeded ? value : null
  return {
    value,
    isNeeded,
    refusal,
    /** Whether the server has refused the code. */
    isRefused: isNeeded && isCodeRefused,
    // True if a code is required and not complete. Arriving at a stop needs no code.
    isMissing: isNeeded && view.primary !== 'arrive_at_stop' && value.length < CODE_LENGTH,
    set: (next: string) => {
      setValue(next)
      if (refusal) queue.forgetRefusal()
    },
    press: (step: DriverStep) => {
      if (step === 'arrive_at_stop') {
        if (nextStop) queue.do({ kind: step, position: nextStop.position })
        return
      }
      const action = actionOf(step, otp, unheardCash)
      if (door.count > 1 && isDoorStep(step)) door.press(action)
      else queue.do(action)
      setValue('')
    }
  }
}
