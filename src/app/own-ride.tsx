import { lazy, Suspense } from 'react'
import { useSession } from '@/entities/person'

// The link loads on demand, because visitors and drivers never need it.
const RidePill = lazy(() => import('./layout/ride-pill').then((part) => ({ default: part.RidePill })))

/** A link to the rider's current ride, on every page. */
export function OwnRide() {
  const { role, user } = useSession()
  if (role !== 'rider' || !user) return null
  return (
    <Suspense>
      <RidePill riderId={user.id} />
    </Suspense>
  )
}
