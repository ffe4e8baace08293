import { useEffect, useSyncExternalStore } from 'react'
import { currentCar, subscribeCar } from '../model/drive/device'
import { setOff, useDrivenTrip } from '../model/drive/trip'

/**
 * Drives the simulated car through the driver's trip. Mounted on every page, so that the car also moves while another page is
 * open.
 */
export function DemoDriver({ driverId }: { driverId: string }) {
  const car = useSyncExternalStore(subscribeCar, currentCar)
  const trip = useDrivenTrip(car ? driverId : null)
  const step = trip ? `${trip.id} ${trip.status} ${trip.polyline}` : trip
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step starts a new route; a refetch of the trip does not
  useEffect(() => {
    if (car && trip !== undefined) void setOff(car, trip)
  }, [car, step])
  return null
}
