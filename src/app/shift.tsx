import { useEffect } from 'react'
import { startShift } from '@/entities/shift'
import { OnShift } from '@/features/driver'

/** Position, offers and the queue of a driver's actions. */
export function Shift({ driverId }: { driverId: string }) {
  useEffect(() => startShift(driverId), [driverId])
  return <OnShift driverId={driverId} />
}
