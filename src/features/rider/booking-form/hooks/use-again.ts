import { type Dispatch, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Booking, dropOf, getBooking, getOwnOrder, type OwnOrder, paymentModeOf } from '@/entities/booking'
import { readRequirements } from '@/entities/car'
import { readPlaces } from '@/lib/geo/geo'
import type { Draft, Recipient } from '../model/draft'
import type { BookingStep } from '../model/state'

type Written = Omit<OwnOrder, 'booking_id'> | null

/**
 * Returns the changes to a draft that repeat an earlier ride: the same places, car and options, starting now.
 *
 * @param isBack true for the way back
 * @param written what the rider wrote in the earlier order; null if it is unknown
 */
export function draftOf(booking: Booking, isBack: boolean, written: Written = null): Partial<Draft> {
  const pickup = { lat: booking.pickup_lat, lng: booking.pickup_lng, add: booking.pickup_address }
  const drop = { ...dropOf(booking), add: booking.drop_address ?? '' }
  const stops = readPlaces(booking.waypoints)
  const { car_type_id, parcel_type_index, option_index } = booking
  const extras =
    parcel_type_index === null && option_index === null
      ? {}
      : { [car_type_id]: { parcel: parcel_type_index ?? 0, option: option_index ?? 0 } }
  return {
    ...(isBack ? { pickup: drop, drop: pickup, stops: stops.toReversed() } : { pickup, drop, stops }),
    carTypeId: car_type_id,
    extras,
    payment: paymentModeOf(booking),
    requirements: readRequirements(booking.requirements),
    guest: booking.guest_name ? { name: booking.guest_name, phone: written?.guest_phone ?? '' } : null,
    // The way back leaves out the note about the pickup, because the note is about another place.
    note: isBack || booking.category !== 'taxi' ? '' : (written?.pick_up_instructions ?? ''),
    // A parcel that goes back has another recipient.
    ...(booking.category === 'delivery' && !isBack && { recipient: recipientOf(written) })
  }
}

const recipientOf = (written: Written): Recipient => ({
  name: written?.delivery_person ?? '',
  phone: written?.delivery_person_phone ?? '',
  pickupNote: written?.pick_up_instructions ?? '',
  dropNote: written?.delivery_instructions ?? '',
  key: ''
})

/** Fills in the earlier ride that the page's URL names (`?again=…&way=…`) once, and removes the parameters from the URL. */
export function useAgain(isSignedIn: boolean, dispatch: Dispatch<BookingStep>): void {
  const [params, setParams] = useSearchParams()
  const id = params.get('again')
  const isBack = params.get('way') === 'back'
  useEffect(() => {
    if (!id || !isSignedIn) return
    let isCurrent = true
    Promise.all([getBooking(id), getOwnOrder(id).catch(() => null)])
      .then(([booking, written]) => isCurrent && dispatch({ do: 'fill', draft: draftOf(booking, isBack, written) }))
      // If the ride does not exist or belongs to another user, the form stays as it is.
      .catch(() => undefined)
      .finally(() => isCurrent && setParams({}, { replace: true }))
    return () => {
      isCurrent = false
    }
  }, [id, isBack, isSignedIn, dispatch, setParams])
}
