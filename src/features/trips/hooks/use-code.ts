import { useState } from 'react'
import type { Party } from '@/entities/booking'
import type { Deed } from '@/entities/shift'
import { useErrorText } from '@/lib/use-error-text'
import type { DriverAction } from '../components/primary-action'
import { CODE_LENGTH } from '../components/start-code'
import { type Door, isDoorStep } from './use-door'
import type { Trip } from './use-trip'

/** The start code that the driver types, and its error. */
export function useCode(party: Party, { view, deeds, nextStop }: Trip, door: Door) {
  const errorText = useErrorText()
  const [value, setValue] = useState('')
  const isNeeded = party === 'driver' && view.blocks.includes('code')
  const refusal = deeds.refusedKey ? errorText(deeds.refusedKey) : null
  const otp = isNeeded ? value : null
  return {
    value,
    isNeeded,
    refusal,
    /** The code was refused. */
    isRefused: isNeeded && deeds.refusedKey?.startsWith('start_code_') === true,
    // A stop needs no code.
    isMissing: isNeeded && view.primary !== 'arrive_at_stop' && value.length < CODE_LENGTH,
    set: (next: string) => {
      setValue(next)
      if (refusal) deeds.forgetRefusal()
    },
    press: (action: DriverAction) => {
      if (action === 'arrive_at_stop') {
        if (nextStop) deeds.do({ kind: action, position: nextStop.position })
        return
      }
      const deed: Deed = action === 'start' || action === 'reach' ? { kind: action, otp } : { kind: action }
      if (door.count > 1 && isDoorStep(action)) door.press(deed)
      else deeds.do(deed)
      setValue('')
    }
  }
}
