import { useEffect, useSyncExternalStore } from 'react'
import { useBroadcast } from '@/lib/use-broadcast'
import type { Fix } from '../model'
import { aimPump, type PumpState, positionTopic, pumpState, startPump, subscribePump } from '../pump'

const nothing = () => {}

/**
 * Runs the pump. Mounted once for the whole page.
 *
 * @param bookingId the trip the driver is on; null for a driver who is only online
 */
export function usePositionPump(isOn: boolean, bookingId: string | null): void {
  // A broadcast goes out on a channel that is joined; the driver does not listen to themselves.
  useBroadcast(isOn && bookingId ? positionTopic(bookingId) : null, nothing)
  useEffect(() => aimPump(bookingId), [bookingId])
  useEffect(() => (isOn ? startPump() : undefined), [isOn])
}

/** What the pump knows of the phone's location. */
export function usePump(): PumpState {
  return useSyncExternalStore(subscribePump, pumpState)
}

/** Where the driver is; null for everyone else, and while nobody knows. */
export function useOwnPosition(): Fix | null {
  return usePump().fix
}
