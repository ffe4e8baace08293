import { useNavigate } from 'react-router-dom'
import useSWR from 'swr'
import { paths } from '@/config/paths'
import {
  type Booking,
  cancelBooking,
  createBooking,
  getBooking,
  getContacts,
  knownDrop,
  paymentModeOf
} from '@/entities/booking'
import {
  askedOf,
  readRequirements,
  soonestOther,
  useCarrying,
  useCarTypes,
  useNearbyCars,
  waitFor
} from '@/entities/car'
import { estimate } from '@/entities/fare'
import { readPlaces } from '@/lib/geo/geo'
import { useCommand } from '@/lib/server/use-command'

/** Interval at which the quote is renewed (ms). A quote is valid for ten minutes. */
const REPRICE_MS = 5 * 60_000

/** The reason with which the first booking is cancelled after another car was booked, as a text key of `trips`. */
const REASON = 'another_car'

/** Books the other car first, so that the rider is never without a ride. Then it cancels the first booking. */
async function switchTo(booking: Booking, quoteId: string, clientKey: string): Promise<Booking> {
  const contacts = await getContacts(booking.id)
  const next = await createBooking({
    quoteId,
    paymentMode: paymentModeOf(booking),
    tripAt: null,
    clientKey,
    requirements: askedOf(readRequirements(booking.requirements)),
    guest: booking.guest_name ? { name: booking.guest_name, phone: contacts?.guest_phone ?? '' } : null,
    pickupNote: contacts?.pick_up_instructions ?? ''
  })
  try {
    await cancelBooking(booking.id, REASON)
  } catch (cause) {
    // Cancelling fails if a driver has just accepted the first booking: it is kept, and the new one is cancelled. If only the
    // response was lost, the first booking is cancelled, and the new one is the rider's only ride.
    if ((await getBooking(booking.id)).status === 'CANCELLED') return next
    await cancelBooking(next.id, REASON)
    throw cause
  }
  return next
}

/**
 * Returns another car type for a booking without a driver, with its wait, its price, and the command that books it instead. It
 * is the car type of the same category that fits the requirements and whose car would arrive first. Null if there is none.
 *
 * @param isWanted true while no driver is found; false requests nothing
 */
export function useOtherCar(booking: Booking, isWanted: boolean) {
  const navigate = useNavigate()
  const pickup = { lat: booking.pickup_lat, lng: booking.pickup_lng, add: booking.pickup_address }
  const goal = knownDrop(booking)
  // A booking that waits for a driver always has a drop-off.
  const drop = goal && { ...goal, add: booking.drop_address ?? '' }
  const { carTypes = [] } = useCarTypes('both')
  const nearby = useNearbyCars(isWanted ? pickup : null)
  const own = carTypes.find(({ id }) => id === booking.car_type_id)
  const carrying = useCarrying(readRequirements(booking.requirements))
  const fitting = carTypes.filter(({ id }) => carrying?.[id]?.fits !== false)
  const car = own && nearby ? soonestOther(fitting, nearby, own) : null
  const { data: quote } = useSWR(
    car && drop ? ['other-car', booking.id, car.id] : null,
    ([, , carTypeId]) =>
      estimate({
        pickup,
        drop: drop ?? pickup,
        waypoints: readPlaces(booking.waypoints),
        carTypeId,
        extras: undefined,
        tripAt: null
      }),
    { refreshInterval: REPRICE_MS, revalidateOnFocus: false }
  )
  const taking = useCommand((quoteId: string, clientKey) => switchTo(booking, quoteId, clientKey), {
    // Nobody drives yet, so the first booking ends without a fee.
    asks: 'form',
    onDone: (next) => navigate(paths.booking(next.id), { state: { booked: true } })
  })
  const wait = car && nearby ? waitFor(nearby, car.id) : null
  return car && wait !== null && quote?.quote_id ? { car, wait, quote, quoteId: quote.quote_id, taking } : null
}
