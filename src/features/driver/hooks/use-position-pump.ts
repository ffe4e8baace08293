import { useEffect, useSyncExternalStore } from 'react'
import { usePositionTopic } from '@/entities/booking'
import { usePositionSource } from '@/lib/position-source'
import { useBroadcast } from '@/lib/use-broadcast'
import type { Fix } from '../model'
import { aimAlso, aimPump, type PumpState, pumpState, startPump, subscribePump } from '../pump'

const nothing = () => {}

/**
 * Runs the position pump (which watches and sends the phone's position); mounted once for the whole page.
 *
 * @param trip the current trip; null for a driver who is only online
 */
export function usePositionPump(isOn: boolean, trip: { id: string; accepted_at: string | null } | null): void {
  const topic = usePositionTopic(isOn && trip ? { bookingId: trip.id, acceptedAt: trip.accepted_at } : null)
  const isOnTrip = trip !== null
  const source = usePositionSource()
  // Joins the channel, which a broadcast needs; the driver ignores their own messages.
  useBroadcast(topic, nothing)
  useEffect(() => aimPump(isOnTrip, topic), [isOnTrip, topic])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is followed from its beginning
  useEffect(() => (isOn ? startPump() : undefined), [isOn, source])
}

/** Also sends the car's position to the parties of another parcel in the car. */
export function usePumpAlong(trip: { id: string; accepted_at: string | null }): void {
  const topic = usePositionTopic({ bookingId: trip.id, acceptedAt: trip.accepted_at })
  useBroadcast(topic, nothing)
  useEffect(() => (topic ? aimAlso(topic) : undefined), [topic])
}

/** The pump's state, including the phone's position. */
export function usePump(): PumpState {
  return useSyncExternalStore(subscribePump, pumpState, pumpState)
}

/** Why the position of a driver on duty is unknown; null if it is known, or if the person is not a driver on duty. */
export function useLostPosition(): 'denied' | 'unavailable' | null {
  const { location } = usePump()
  return location === 'denied' || location === 'unavailable' ? location : null
}

/** The driver's position; null while it is unknown, or if the person is not a driver. */
export function useOwnPosition(): Fix | null {
  return usePump().fix
}
