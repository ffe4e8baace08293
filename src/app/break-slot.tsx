import { lazy, Suspense } from 'react'
import { loadWithWords } from '@/lib/load-with-words'

const BreakDue = lazy(async () => ({
  default: (await loadWithWords(() => import('@/features/driver-trips'), 'drive')).BreakDue
}))

/** The break that a driver must take, shown on the pages where a driver works. */
export function BreakSlot({ driverId }: { driverId: string }) {
  return (
    <Suspense>
      <BreakDue driverId={driverId} />
    </Suspense>
  )
}
