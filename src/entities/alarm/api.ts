import type { LatLng } from '@/lib/geo/geo'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

/** A call for help (alarm), as the desk sees it. */
export interface Alarm {
  since: string
  /** Whether the desk knows the position of the person or their car. */
  hasPlace: boolean
  /** Whether the desk has a number on which it can call the person back. */
  hasNumber: boolean
}

interface AlarmRow {
  since: string | null
  has_place: boolean | null
  has_number: boolean | null
}

const alarmOf = ({ since, has_place, has_number }: AlarmRow): Alarm => ({
  since: since ?? '',
  hasPlace: has_place ?? false,
  hasNumber: has_number ?? false
})

export const myAlarmKey = (personId: string) => ['my-alarm', personId] as const

/**
 * Calls the desk for help. Calling again updates the same alarm.
 *
 * @param bookingId null for a driver who is not on a trip
 * @throws AppError `wrong_status` if the trip ended too long ago, `too_many_requests`, …
 */
export const raiseAlarm = async (bookingId: string | null, place: LatLng | null): Promise<Alarm> =>
  alarmOf(
    await unwrap(
      supabase.rpc('raise_alarm', { booking_id: bookingId, lat: place?.lat ?? null, lng: place?.lng ?? null })
    )
  )

/** The caller's own alarm, if the desk has not closed it yet. */
export async function getMyAlarm(): Promise<Alarm | null> {
  const [row] = await unwrap(supabase.rpc('my_alarm'))
  return row ? alarmOf(row) : null
}

/** Closes an alarm with a note. @throws AppError `alarm_not_found` if another person has already closed it */
export const closeAlarm = async (id: string, note: string): Promise<void> => {
  await unwrap(supabase.rpc('close_alarm', { id, note }))
}
