import { useState } from 'react'
import type { CarType } from '@/entities/car'
import type { EarlierTrip } from '@/entities/person'
import { missingSlot, type Slot } from '@/entities/place'
import { again, type Call, type CallPatch } from '../model/call'

/** A field, or group of fields, to which the page can move the focus. */
export type Spot = 'caller' | 'name' | 'book' | 'cars' | 'time' | 'guest' | Slot

/** Moves the focus to what the dispatcher enters next. */
export function useCallFocus(call: Call, change: (patch: CallPatch) => void, carTypes: readonly CarType[] | undefined) {
  const [spot, setSpot] = useState<{ at: Spot } | null>({ at: 'caller' })
  const focus = (at: Spot) => setSpot({ at })
  return {
    spot,
    focus,
    /** Enters a place, and moves on to the next one that is missing. */
    fill: (slot: Slot, patch: Partial<Call>) => {
      change(patch)
      const next = missingSlot({ ...call, ...patch })
      const isFilled = typeof slot === 'string' ? patch[slot] : patch.stops?.[slot.stop]
      if (isFilled) focus(next ?? 'book')
    },
    /** Enters an earlier trip of the caller once more, or its way back. */
    repeat: (trip: EarlierTrip, isBack: boolean) => {
      change(again(trip, isBack, carTypes))
      focus('book')
    }
  }
}
