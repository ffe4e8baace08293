import type { ReactNode } from 'react'
import type { LivePosition } from '@/entities/booking'

interface ChatSlot {
  bookingId: string
  me: string
  role: 'rider' | 'driver'
  otherName: string
  /** Whether the driver is waiting for the rider's code. */
  asksForCode: boolean
}

/** The driver's own position, with its accuracy (metres) and speed (metres per second). */
export type OwnPosition = LivePosition & { accuracy?: number | null; speed?: number | null }

/** Parts of the trip page that other features render. The router passes them in, because features do not import each other. */
export interface TripSlots {
  /** Renders the chat with the other party. */
  chat?: (slot: ChatSlot) => ReactNode
  /** The position of the driver's own phone. */
  ownPosition?: OwnPosition | null
  /** Why a driver's phone does not share its position; null if it does. */
  lostPosition?: 'denied' | 'unavailable' | null
  /** Sounds and vibrates, for a driver whose rider has changed the route. */
  chime?: () => void
  /** Renders the note about a break that the driver must take now or soon. */
  rest?: (driverId: string) => ReactNode
}
