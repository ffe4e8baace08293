import type { ReactNode } from 'react'
import type { LivePosition } from '@/entities/booking'

/** What the trip page lets others draw into it; the router fills these, so that no feature knows another. */
export interface TripSlots {
  /** The way to talk to the other side. */
  chat?: (slot: { bookingId: string; me: string; role: 'rider' | 'driver'; otherName: string }) => ReactNode
  /** Where this phone is, for a driver: it need not come over the network. */
  ownPosition?: LivePosition | null
}
