import { lazy, Suspense } from 'react'
import { useReader } from '@/entities/person'
import { loadAgain } from '@/lib/load-again'
import { loadDemo } from './demo-slot'

// Riders never need it. A car of the demo is there before the device is asked where it is.
const Shift = lazy(async () => {
  const [demo, { Shift }] = await Promise.all([loadDemo(), loadAgain(() => import('./shift'))])
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

/** A driver's work goes on in the background of every page. */
export function DriverShift() {
  // Without a signal nobody says who is here, and the shift goes on.
  const reader = useReader()
  if (reader?.role !== 'driver') return null
  return (
    <Suspense>
      <Shift driverId={reader.id} />
    </Suspense>
  )
}
