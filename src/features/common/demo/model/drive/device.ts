import type { LatLng } from '@/lib/geo/geo'
import { type PositionSource, setPositionSource } from '@/lib/geo/position-source'
import { serverNow } from '@/lib/time/server-clock'
import { type Car, createCar } from './car'

/*
 * A position source for a driver in the demo's town: it reports the position of the simulated car. This position is stored per
 * tab, so that the car is at the same place after a reload.
 */

const storageKey = 'hackney.demo-car'
/** Interval between reported positions (ms), the same as on a phone. */
const FIX_MS = 1000

let car: Car | null = null
const listeners = new Set<() => void>()

function positionOf(state: ReturnType<Car['state']>): GeolocationPosition {
  const { lat: latitude, lng: longitude, speed } = state
  const coords = { latitude, longitude, speed, accuracy: 8, heading: null, altitude: null, altitudeAccuracy: null }
  return { coords: { ...coords, toJSON: () => coords }, timestamp: Date.now(), toJSON: () => coords }
}

/** Returns a position source that reports a simulated car. */
function deviceOf(own: Car): PositionSource {
  return {
    getCurrentPosition: (found) => found(positionOf(own.state())),
    watchPosition(found) {
      const tell = (): void => {
        const state = own.state()
        sessionStorage.setItem(storageKey, JSON.stringify({ lat: state.lat, lng: state.lng }))
        found(positionOf(state))
      }
      queueMicrotask(tell)
      return window.setInterval(tell, FIX_MS)
    },
    clearWatch: (id) => window.clearInterval(id)
  }
}

function take(next: Car | null): void {
  car = next
  setPositionSource(next && deviceOf(next))
  for (const listener of listeners) listener()
}

/** Places a simulated car. From then on, this page gets the car's position instead of the device's. */
export function driveFrom(place: LatLng): void {
  sessionStorage.setItem(storageKey, JSON.stringify({ lat: place.lat, lng: place.lng }))
  take(createCar(place, serverNow))
}

/** Removes the simulated car: the page uses the device's own position again. */
export function leaveCar(): void {
  sessionStorage.removeItem(storageKey)
  take(null)
}

export const currentCar = (): Car | null => car

export function subscribeCar(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const kept = sessionStorage.getItem(storageKey)
if (kept) take(createCar(JSON.parse(kept) as LatLng, serverNow))
