import { lazy, Suspense } from 'react'
import { asksNothing, readRequirements } from './requirements'

const RequirementList = lazy(() => import('./requirement-list').then((part) => ({ default: part.RequirementList })))

interface NeededOfCarProps {
  requirements: unknown
  of?: 'needed' | 'carries'
}

/**
 * Lists what a booking requires of its car (`needed`) or what a car can carry (`carries`). Renders nothing for the minimum: one
 * passenger without luggage.
 */
export function NeededOfCar({ requirements: kept, of = 'needed' }: NeededOfCarProps) {
  const requirements = readRequirements(kept)
  if (asksNothing(requirements)) return null
  return (
    <Suspense>
      <RequirementList requirements={requirements} of={of} />
    </Suspense>
  )
}
