import type { PlannedRide } from '../agenda.ts'
import type { Account, Booking, Town } from '../town.ts'

interface Estimate {
  quote_id: string | null
  trip_cost: number
}

/** Names for the recipients of parcels. */
const receivers = ['Reception', 'Monika Beck', 'Workshop', 'Nico Wohlwend'] as const

const stopOf = ({ lat, lng, name }: PlannedRide['pickup']) => ({ lat, lng, add: name })

/** Requests a quote and books, as the app does. Returns null for a parcel if the wallet holds less than 130 % of its price. */
export async function order(
  { api, carTypes, own }: Town,
  account: Account,
  plan: PlannedRide
): Promise<Booking | null> {
  const isParcel = plan.kind === 'Courier' || plan.kind === 'Parcel van'
  const wanted = {
    pickup: stopOf(plan.pickup),
    drop: stopOf(plan.drop),
    car_type_id: carTypes.get(plan.kind),
    ...(isParcel && { parcel_type_index: 0, option_index: 0 })
  }
  const { quote_id, trip_cost } = await api.invoke<Estimate>(account.token, 'routes/estimate', wanted)
  const [wallet] = await api.rows<{ wallet_balance: number }>(
    account.token,
    `profiles?select=wallet_balance&id=eq.${account.id}`
  )
  const holds = (wallet?.wallet_balance ?? 0) >= trip_cost * 1.3
  if (isParcel && !holds) return null
  const booking = await api.rpc<Booking>(account.token, 'create_booking', {
    quote_id,
    payment_mode: plan.pays === 'wallet' && holds ? 'wallet' : 'cash',
    ...(isParcel && {
      details: {
        delivery_person: receivers[plan.words % receivers.length],
        delivery_person_phone: '+4235550901',
        pick_up_instructions: 'Ring twice',
        delivery_instructions: 'Against a signature'
      }
    })
  })
  // Record the booking as a simulated rider's before it is paid, because drivers get offers at the moment of payment.
  own.add(booking.id)
  return isParcel ? api.rpc<Booking>(account.token, 'pay_with_wallet', { booking_id: booking.id }) : booking
}
