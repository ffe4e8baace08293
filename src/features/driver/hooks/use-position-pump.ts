import { useEffect, useSyncExternalStore } from 'react'
import { usePositionTopic } from '@/entities/booking'
import { usePositionSource } from '@/lib/position-source'
import { useBroadcast } from '@/lib/use-broadcast'
import type { Fix } from '../model'
import { aimAlso, aimPump, type PumpState, pumpState, startPump, subscribePump } from '../pump'

const nothing = () => {}

/**
 * Runs the pump. Mounted once for the whole page.
 *
 * @param trip the one the driver is on; null for a driver who is only online
 */
export function usePositionPump(isOn: boolean, trip: { id: string; accepted_at: string | null } | null): void {
  const topic = usePositionTopic(isOn && trip ? { bookingId: trip.id, acceptedAt: trip.accepted_at } : null)
  const isOnTrip = trip !== null
  const source = usePositionSource()
  // A broadcast goes out on a channel that is joined; the driver does not listen to themselves.
  useBroadcast(topic, nothing)
  useEffect(() => aimPump(isOnTrip, topic), [isOnTrip, topic])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is followed from its beginning
  useEffect(() => (isOn ? startPump() : undefined), [isOn, source])
}

/** Sends the car's place to the people of another parcel on board, too. */
export function usePumpAlong(trip: { id: string; accepted_at: string | null }): void {
  const topic = usePositionTopic({ bookingId: trip.id, acceptedAt: trip.accepted_at })
  useBroadcast(topic, nothing)
  useEffect(() => (topic ? aimAlso(topic) : undefined), [topic])
}

/** What the pump knows of the phone's location. */
export function usePump(): PumpState {
  return useSyncExternalStore(subscribePump, pumpState, pumpState)
}

/** Why nobody knows where a driver is who is followed; null where that is known, and for everyone else. */
export function useLostPosition(): 'denied' | 'unavailable' | null {
  const { location } = usePump()
  return location === 'denied' || location === 'unavailable' ? location : null
}

/** Where the driver is; null for everyone else, and while nobody knows. */
export function useOwnPosition(): Fix | null {
  return usePump().fix
}
