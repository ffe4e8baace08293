import type { ReactNode } from 'react'
import type { LivePosition } from '@/entities/booking'

interface ChatSlot {
  bookingId: string
  me: string
  role: 'rider' | 'driver'
  otherName: string
  /** Whether the driver waits for the rider's code. */
  asksForCode: boolean
}

/** What the trip page lets others draw into it; the router fills these, so that no feature knows another. */
export interface TripSlots {
  /** The way to talk to the other side. */
  chat?: (slot: ChatSlot) => ReactNode
  /** Where this phone is, for a driver: it need not come over the network. */
  ownPosition?: LivePosition | null
}
