import { useSyncExternalStore } from 'react'

/** The part of the browser's `Geolocation` that pages use. A demo replaces it by a source of simulated positions. */
export type PositionSource = Pick<Geolocation, 'getCurrentPosition' | 'watchPosition' | 'clearWatch'>

let standIn: PositionSource | null = null
const listeners = new Set<() => void>()

/** Returns the current source of positions; null if the device has none. */
export function positionSource(): PositionSource | null {
  return standIn ?? ('geolocation' in navigator ? navigator.geolocation : null)
}

/** Replaces the source of positions. With null, the device's own source is used again. */
export function setPositionSource(source: PositionSource | null): void {
  standIn = source
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the current source of positions, and renders again when it is replaced. */
export const usePositionSource = (): PositionSource | null => useSyncExternalStore(subscribe, positionSource)
