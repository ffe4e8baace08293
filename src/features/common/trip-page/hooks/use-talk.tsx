import { type Booking, type Party, useContacts } from '@/entities/booking'
import type { TripSlots } from '../model/slots'
import type { TripView } from '../model/trip-view'

/** Returns whether the driver is still on the way to the pickup and does not need the start code yet. */
const isComing = ({ status }: Booking) => status === 'ACCEPTED'

/**
 * Returns the ways to contact the other party of a trip: a phone number, the chat button, and the number of unread messages. All are
 * null while contact is not allowed. The number is also null if it is unknown.
 */
export function useTalk(
  booking: Booking,
  { party, view, me }: { party: Party; view: TripView; me: string },
  { chat, unread }: { chat: TripSlots['chat'] | undefined; unread: TripSlots['unread'] | undefined }
) {
  const { data: contacts } = useContacts(view.canTalk ? booking.id : null, booking.status, booking.driver_id)
  const isDriver = party === 'driver'
  const phone = isDriver ? (contacts?.guest_phone ?? contacts?.customer_contact) : contacts?.driver_contact
  const otherName = (isDriver ? booking.customer_name : booking.driver_name) ?? ''
  const slot = {
    bookingId: booking.id,
    ...{ me, otherName },
    driverId: isDriver ? null : booking.driver_id,
    // A parcel's code belongs to its recipient, not into the sender's conversation.
    asksForCode: view.blocks.includes('code') && !isComing(booking) && booking.category === 'taxi'
  }
  return {
    phone: phone ?? null,
    chat: view.canTalk && chat ? chat({ ...slot, role: party }) : null,
    unread: view.canTalk && unread ? unread(slot) : null
  }
}
