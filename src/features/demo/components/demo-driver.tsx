import { useEffect, useSyncExternalStore } from 'react'
import { currentCar, subscribeCar } from '../drive/device'
import { setOff, useDrivenTrip } from '../drive/trip'

/** Drives the simulated car through the driver's trip, on every page. */
export function DemoDriver({ driverId }: { driverId: string }) {
  const car = useSyncExternalStore(subscribeCar, currentCar)
  const trip = useDrivenTrip(car ? driverId : null)
  const step = trip ? `${trip.id} ${trip.status} ${trip.polyline}` : trip
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new way begins with a new step, not with each look at it
  useEffect(() => {
    if (car && trip !== undefined) void setOff(car, trip)
  }, [car, step])
  return null
}
