import type { Role } from '@/entities/person'
import { useBroadcast } from '@/lib/use-broadcast'

/** Hears of drivers and bookings that this person looks after. */
export function useDeskTopic(role: Role, userId: string, onChange: (event: 'driver' | 'booking' | undefined) => void) {
  return useBroadcast(
    role === 'admin' ? 'admin' : `fleet:${userId}`,
    (message) => onChange(message?.event === 'driver' || message?.event === 'booking' ? message.event : undefined),
    { events: ['driver', 'booking'] }
  )
}
