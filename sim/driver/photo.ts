import type { Ride } from './ride.ts'

/** A PNG of one pixel in place of a parcel's photo: the product only requires that there is a picture. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNs+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)

interface Asked {
  allow_delivery_pickup_image_capture: boolean
  allow_final_delivery_image_capture: boolean
}

/** Uploads a picture of a parcel if the operator's settings require one. */
export async function photo({ town, account, booking }: Ride, kind: 'pickup' | 'deliver'): Promise<void> {
  const { api } = town
  const [settings] = await api.rows<Asked>(
    account.token,
    'settings?select=allow_delivery_pickup_image_capture,allow_final_delivery_image_capture'
  )
  const isAsked =
    kind === 'pickup' ? settings?.allow_delivery_pickup_image_capture : settings?.allow_final_delivery_image_capture
  if (!isAsked) return
  const path = `${booking.id}/${kind}_image`
  await api.upload(account.token, `bookings/${path}`, PIXEL, 'image/png')
  await api.rpc(account.token, 'set_booking_image', { booking_id: booking.id, kind, path })
}
