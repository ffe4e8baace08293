import { useSyncExternalStore } from 'react'

/** What pages use of the browser's `Geolocation`, so that a demo can stand in for the device. */
export type PositionSource = Pick<Geolocation, 'getCurrentPosition' | 'watchPosition' | 'clearWatch'>

let standIn: PositionSource | null = null
const listeners = new Set<() => void>()

/** Where positions come from; null on a device that knows none. */
export function positionSource(): PositionSource | null {
  return standIn ?? ('geolocation' in navigator ? navigator.geolocation : null)
}

/** Takes positions from somewhere else from now on; null for the device itself. */
export function setPositionSource(source: PositionSource | null): void {
  standIn = source
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The source, for what has to begin anew with another one. */
export const usePositionSource = (): PositionSource | null => useSyncExternalStore(subscribe, positionSource)
