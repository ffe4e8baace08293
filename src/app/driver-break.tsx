import { lazy, Suspense } from 'react'

const BreakDue = lazy(() => import('@/features/driver/trips').then((part) => ({ default: part.BreakDue })))

interface DriverBreakProps {
  driverId: string
  /** True for a note with little padding, which fits into a small sheet over the map. */
  isSmall?: boolean
}

/** Tells a driver that they must take a break, now or within half an hour. Shown on the pages where a driver works. */
export function DriverBreak({ driverId, isSmall = false }: DriverBreakProps) {
  return (
    <Suspense>
      <BreakDue driverId={driverId} isSmall={isSmall} />
    </Suspense>
  )
}
