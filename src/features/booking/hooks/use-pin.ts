import { useEffect } from 'react'
import { addressAt } from '@/entities/place'
import type { BookingStep, Pin } from '../state'

/** Arrow keys come in a row: only where the pin rests is asked for (ms). */
const REST_MS = 250

/** Looks up what is under the pin once it rests. */
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
