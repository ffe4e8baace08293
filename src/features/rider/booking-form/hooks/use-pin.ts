import { useEffect } from 'react'
import { addressAt } from '@/entities/place'
import type { BookingStep, Pin } from '../model/state'

/**
 * How long the pin must rest before its address is requested (ms), because arrow keys move the pin many times in succession.
 */
const REST_MS = 250

/** Looks up the address under the pin once the pin rests. */
export function usePinAddress(pin: Pin | null, dispatch: (step: BookingStep) => void): void {
  const at = pin?.place ? undefined : pin?.at
  useEffect(() => {
    if (!at) return
    const timer = setTimeout(() => {
      void addressAt(at).then((place) => dispatch({ do: 'name_pin', at, place }))
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [at, dispatch])
}
