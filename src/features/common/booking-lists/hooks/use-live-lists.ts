import type { Role } from '@/entities/person'
import type { ChannelState } from '@/lib/server/channels'
import { useBroadcast } from '@/lib/server/use-broadcast'

/** Returns the realtime topic with the updates of this person's bookings. */
export function topicOf(role: Role, userId: string): string {
  if (role === 'admin') return 'admin'
  if (role === 'fleetadmin') return `fleet:${userId}`
  return role === 'driver' ? `driver:${userId}` : `user:${userId}`
}

/** Runs `onChange` when one of the person's bookings changes. */
export function useLiveLists(role: Role, userId: string, onChange: () => unknown): ChannelState {
  return useBroadcast(topicOf(role, userId), onChange, { events: ['booking'] })
}
