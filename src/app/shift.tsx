import { useEffect } from 'react'
import { handInTrail, OnShift } from '@/features/driver'
import { startSending } from '@/features/trips'

/** Position, offers and waiting steps of a driver, with the trail handed in before the drop is told. */
export function Shift({ driverId }: { driverId: string }) {
  useEffect(() => startSending(handInTrail), [])
  return <OnShift driverId={driverId} />
}
