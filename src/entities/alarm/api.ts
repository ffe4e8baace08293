import { unwrap } from '@/lib/api'
import type { LatLng } from '@/lib/geo'
import { supabase } from '@/lib/supabase'

/** What the desk sees of a person who called for help. */
export interface Alarm {
  since: string
  /** The desk sees the position of the person or the car. */
  hasPlace: boolean
}

interface AlarmRow {
  since: string | null
  has_place: boolean | null
}

const alarmOf = ({ since, has_place }: AlarmRow): Alarm => ({ since: since ?? '', hasPlace: has_place ?? false })

export const myAlarmKey = (personId: string) => ['my-alarm', personId] as const

/**
 * Calls the desk for help; a repeat updates the one call.
 *
 * @param bookingId null for a driver, who needs no trip
 * @throws AppError `wrong_status` long after the trip, `too_many_requests`, …
 */
export const raiseAlarm = async (bookingId: string | null, place: LatLng | null): Promise<Alarm> =>
  alarmOf(
    await unwrap(
      supabase.rpc('raise_alarm', { booking_id: bookingId, lat: place?.lat ?? null, lng: place?.lng ?? null })
    )
  )

/** The caller's alarm that the desk has not closed. */
export async function getMyAlarm(): Promise<Alarm | null> {
  const [told] = await unwrap(supabase.rpc('my_alarm'))
  return told ? alarmOf(told) : null
}

/** Closes an alarm with a note. @throws AppError `alarm_not_found` once another person has closed it */
export const closeAlarm = async (id: string, note: string): Promise<void> => {
  await unwrap(supabase.rpc('close_alarm', { id, note }))
}
