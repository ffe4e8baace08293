import { useEffect, useSyncExternalStore } from 'react'
import { usePositionTopic } from '@/entities/booking'
import { usePositionSource } from '@/lib/geo/position-source'
import { useBroadcast } from '@/lib/server/use-broadcast'
import { aimAlso, aimPump, type PumpState, pumpState, startPump, subscribePump } from '../model/pump'
import type { Fix, LocationLoss } from '../model/state'

const nothing = () => {}

/**
 * Runs the position pump, which watches the phone's position and sends it. Mounted once for the whole page.
 *
 * @param trip the current trip; null for a driver who is online without a trip
 */
export function usePositionPump(isOn: boolean, trip: { id: string; accepted_at: string | null } | null): void {
  const topic = usePositionTopic(isOn && trip ? { bookingId: trip.id, acceptedAt: trip.accepted_at } : null)
  const isOnTrip = trip !== null
  const source = usePositionSource()
  // Joins the channel, because only a joined channel can broadcast. The listener does nothing, because this page only sends
  // positions and needs no message of the channel.
  useBroadcast(topic, nothing)
  useEffect(() => aimPump(isOnTrip, topic), [isOnTrip, topic])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another position source restarts the pump
  useEffect(() => (isOn ? startPump() : undefined), [isOn, source])
}

/** Also sends the car's position to the sender and recipient of another parcel in the car. */
export function usePumpAlong(trip: { id: string; accepted_at: string | null }): void {
  const topic = usePositionTopic({ bookingId: trip.id, acceptedAt: trip.accepted_at })
  useBroadcast(topic, nothing)
  useEffect(() => (topic ? aimAlso(topic) : undefined), [topic])
}

/** Returns the pump's state, including the phone's position. */
export function usePump(): PumpState {
  return useSyncExternalStore(subscribePump, pumpState, pumpState)
}

/** Returns why the position of a driver on duty is unknown; null if it is known, or if the person is not a driver on duty. */
export function useLostPosition(): LocationLoss | null {
  const { location } = usePump()
  return location === 'on' || location === 'asking' ? null : location
}

/** Returns the driver's last position, which may be old; null if there is none, or if the person is not a driver. */
export function useOwnPosition(): Fix | null {
  return usePump().fix
}
