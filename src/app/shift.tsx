import { useEffect } from 'react'
import { useOutboxSender } from '@/entities/outbox'
import { startShift } from '@/entities/shift'
import { OnShift } from '@/features/driver/drive'

/**
 * The background work of a driver's shift: reports the position, receives offers, and sends the actions that are queued while
 * there is no signal.
 */
export function Shift({ driverId }: { driverId: string }) {
  useEffect(() => startShift(driverId), [driverId])
  useOutboxSender(driverId)
  return <OnShift driverId={driverId} />
}
