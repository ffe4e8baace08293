import type { ReactNode } from 'react'
import type { LivePosition } from '@/entities/booking'

export interface ChatSlot {
  bookingId: string
  me: string
  role: 'rider' | 'driver'
  otherName: string
  /** The booking's driver, if a rider writes. */
  driverId: string | null
  /** Whether the driver is waiting for the rider's code. */
  asksForCode: boolean
}

interface NextSlot {
  driverId: string
  bookingId: string
  drop: { lat: number; lng: number } | null
  isPaid: boolean
  isUnderWay: boolean
}

/** The driver's own position, with its accuracy (metres) and speed (metres per second). */
export type OwnPosition = LivePosition & { accuracy?: number | null; speed?: number | null }

/** Parts of the trip page that other features render. The router passes them in, because features do not import each other. */
export interface TripSlots {
  /** Renders the chat with the other party. */
  chat?: (slot: ChatSlot) => ReactNode
  /** Renders the number of unread messages of a conversation, beside the name of the other party. */
  unread?: (slot: Pick<ChatSlot, 'bookingId' | 'me'>) => ReactNode
  /** The position of the driver's own phone. */
  ownPosition?: OwnPosition | null
  /** Why the position of a driver's phone is unknown; null if it is known. */
  lostPosition?: 'denied' | 'unavailable' | 'coarse' | null
  /** Sounds and vibrates, for a driver whose rider has changed the route. */
  chime?: () => void
  /** Asks the person to sign in again if the session was ended elsewhere; otherwise renders nothing. */
  signIn?: ReactNode
  /** Renders what follows a driver's trip: the next job, or the switch for the last ride. */
  next?: (trip: NextSlot) => ReactNode
  /** Renders the note about a break that the driver must take now or soon. */
  rest?: (driverId: string) => ReactNode
}
