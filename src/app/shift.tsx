import { useEffect } from 'react'
import { startShift } from '@/entities/shift'
import { OnShift } from '@/features/driver'

/** The background work of a driver's shift: position, offers, and the queue of actions. */
export function Shift({ driverId }: { driverId: string }) {
  useEffect(() => startShift(driverId), [driverId])
  return <OnShift driverId={driverId} />
}
