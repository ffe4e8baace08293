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

/** Where the driver's phone is, how surely (metres) and how fast (metres per second). */
export type OwnPosition = LivePosition & { accuracy?: number | null; speed?: number | null }

/** What the trip page lets others draw into it; the router fills these, so that no feature knows another. */
export interface TripSlots {
  /** The way to talk to the other side. */
  chat?: (slot: ChatSlot) => ReactNode
  /** Where this phone is, for a driver: it need not come over the network. */
  ownPosition?: OwnPosition | null
  /** Why a driver's phone does not tell where it is. */
  lostPosition?: 'denied' | 'unavailable' | null
  /** The break that is due or will be soon, for the driver. */
  rest?: (driverId: string) => ReactNode
}
