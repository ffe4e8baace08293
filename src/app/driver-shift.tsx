import { lazy, Suspense } from 'react'
import { useSession } from '@/entities/person'
import { loadAgain } from '@/lib/load-again'

// Riders never need it.
const Shift = lazy(async () => ({ default: (await loadAgain(() => import('./shift'))).Shift }))

/** A driver's work goes on in the background of every page. */
export function DriverShift() {
  const { user, role } = useSession()
  if (!user || role !== 'driver') return null
  return (
    <Suspense>
      <Shift driverId={user.id} />
    </Suspense>
  )
}
