import { lazy, Suspense } from 'react'
import { useReader } from '@/entities/person'
import { loadDemo } from './demo'

// The shift loads on demand, because riders never need it. In a demo, the shift waits for the code of the simulated car, which
// must exist before the shift asks the device for its position.
const Shift = lazy(async () => {
  const [demo, { Shift }] = await Promise.all([loadDemo(), import('./shift')])
  const Car = demo?.DemoDriver
  return {
    default: ({ driverId }: { driverId: string }) => (
      <>
        <Shift driverId={driverId} />
        {Car && <Car driverId={driverId} />}
      </>
    )
  }
})

/** Runs a driver's shift in the background of every page. */
export function DriverShift() {
  // `useReader` still returns the person while the device is offline and the session cannot be confirmed, so that the shift
  // continues.
  const reader = useReader()
  if (reader?.role !== 'driver') return null
  return (
    <Suspense>
      <Shift driverId={reader.id} />
    </Suspense>
  )
}
