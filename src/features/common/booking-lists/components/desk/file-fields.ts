/**
 * For each column of an exported file, the fields that it needs, separated by commas. The database always adds the fields by which
 * it sorts.
 */
const fields: Record<string, string> = {
  reference: '',
  status: 'status',
  attention: '',
  trip: '',
  way: 'pickup_address,drop_address',
  guest: 'guest_name',
  guest_phone: 'contacts',
  stops: 'waypoints',
  note: 'contacts',
  drop_note: 'contacts',
  recipient: 'contacts',
  recipient_phone: 'contacts',
  pickup: 'pickup_address',
  drop: 'drop_address',
  customer: 'guest_name,customer_name',
  driver: 'driver_name',
  late: 'status',
  payable: '',
  created: '',
  plate: 'vehicle_number',
  mode: 'payment_mode',
  trip_cost: 'price_parts',
  contact: 'customer_contact,contacts',
  car_type: 'car_type',
  estimate: 'estimate',
  customer_paid: 'status,customer_paid',
  convenience_fee: 'booking_finances',
  driver_share: 'booking_finances',
  promo: 'promo_code',
  discount: 'price_parts',
  rounding: 'price_parts',
  tip: 'tip_amount',
  tax: 'price_parts',
  distance: 'distance',
  cancelled_by: 'cancelled_by',
  reason: 'reason',
  cancellation_fee: 'price_parts'
}

/**
 * Returns the fields to request for the columns of an exported file. If a column is missing in `fields`, returns undefined,
 * which requests all fields. Requesting only these fields cuts the data for a file of 100,000 bookings to a third, and the
 * browser needs less memory.
 */
export function fieldsFor(columns: readonly string[]): string[] | undefined {
  const wanted = columns.map((id) => fields[id])
  if (wanted.includes(undefined)) return undefined
  return [...new Set(wanted.flatMap((names) => names?.split(',') ?? []))].filter(Boolean)
}
