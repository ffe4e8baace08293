import { lazy, Suspense } from 'react'
import { useSession } from '@/entities/person'
import { loadAgain } from '@/lib/load-again'

// Visitors and drivers never need it.
const RidePill = lazy(async () => ({ default: (await loadAgain(() => import('./layout/ride-pill'))).RidePill }))

/** A rider's active ride is reachable from every page. */
export function OwnRide() {
  const { role, user } = useSession()
  if (role !== 'rider' || !user) return null
  return (
    <Suspense>
      <RidePill riderId={user.id} />
    </Suspense>
  )
}
