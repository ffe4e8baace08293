import { lazy, Suspense } from 'react'
import { loadWithWords } from '@/lib/load-with-words'

const BreakDue = lazy(async () => ({
  default: (await loadWithWords(() => import('@/features/driver-trips'), 'drive')).BreakDue
}))

/** Tells a driver that they must take a break, now or within half an hour. Shown on the pages where a driver works. */
export function BreakSlot({ driverId }: { driverId: string }) {
  return (
    <Suspense>
      <BreakDue driverId={driverId} />
    </Suspense>
  )
}
