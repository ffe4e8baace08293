import { lazy, Suspense } from 'react'
import { useSession } from '@/entities/person'
import { loadWithWords } from '@/lib/load-with-words'

// The link loads on demand, because visitors and drivers never need it.
const RidePill = lazy(async () => ({ default: (await loadWithWords(() => import('./layout/ride-pill'))).RidePill }))

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
