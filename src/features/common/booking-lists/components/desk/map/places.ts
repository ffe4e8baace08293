import type { MapPin } from '@/components/map'
import { dropOf, isOver, type StaffBooking } from '@/entities/booking'
import type { LatLng } from '@/lib/geo/geo'
import type { AttentionRow } from '../attention/use-attention'

/** Returns the markers of the map: the pickups of active bookings, and the places of alarms. */
export function pinsOf(rows: readonly StaffBooking[], attention: readonly AttentionRow[]): MapPin[] {
  const urgent = new Set(attention.map(({ booking_id }) => booking_id))
  const pins = rows
    .filter(({ status }) => !isOver(status))
    .map(
      ({ id, pickup_lat, pickup_lng }): MapPin => ({
        id,
        lat: pickup_lat,
        lng: pickup_lng,
        tone: urgent.has(id) ? 'urgent' : 'plain'
      })
    )
  // Alarms are shown where they were raised, even if the list's filter hides their bookings.
  const alarms = attention.flatMap(({ is_alarm, alarm_id, booking_id, lat, lng }): MapPin[] => {
    const id = booking_id ?? alarm_id
    return is_alarm && id && lat !== null && lng !== null ? [{ id, lat, lng, tone: 'urgent' }] : []
  })
  return [...pins, ...alarms]
}

/**
 * Returns the places that the map must show. For an open booking this is the place of its alarm. Without an alarm, these are
 * its pickup and drop-off. If no booking is open, it is the place of the first alarm.
 */
export function placesOf(
  row: StaffBooking | undefined,
  attention: readonly AttentionRow[],
  openId: string | null
): LatLng[] {
  const alarm = attention.find(({ booking_id, is_alarm }) => is_alarm && (!openId || booking_id === openId))
  if (alarm && alarm.lat !== null && alarm.lng !== null) return [{ lat: alarm.lat, lng: alarm.lng }]
  if (!row) return []
  return [{ lat: row.pickup_lat, lng: row.pickup_lng }, dropOf(row)]
}
