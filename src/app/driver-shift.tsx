import { lazy, Suspense } from 'react'
import { useReader } from '@/entities/person'
import { loadAgain } from '@/lib/load-again'
import { loadDemo } from './demo-slot'

// Riders never need it. A demo car must exist before the device is asked for its position.
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

/** A driver's work continues in the background of every page. */
export function DriverShift() {
  // Offline the person cannot be confirmed, and the shift continues.
  const reader = useReader()
  if (reader?.role !== 'driver') return null
  return (
    <Suspense>
      <Shift driverId={reader.id} />
    </Suspense>
  )
}
