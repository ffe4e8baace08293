import useSWR, { type SWRConfiguration } from 'swr'
import type { BookingStatus } from '@/entities/booking'
import { unwrap } from '@/lib/api'
import { toAppError } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import type { Database } from '@/types/database'

type Rows<Name extends keyof Database['public']['Functions']> = Extract<
  Database['public']['Functions'][Name]['Returns'],
  readonly unknown[]
>

/** A trip of the driver's: on it now, next, for later, or ended today. */
export type Job = Omit<Rows<'driver_jobs'>[number], 'list' | 'status'> & {
  list: 'current' | 'next' | 'later' | 'today'
  status: BookingStatus
}
/** A ride for later that nobody has: areas, time and money, no address. */
export type OpenRide = Rows<'open_later_bookings'>[number]
/** How long the driver has worked, and when a break is due. */
export type Hours = Rows<'driver_hours'>[number]

export const tripKeys = {
  jobs: (id: string) => ['driver-jobs', id] as const,
  open: (id: string) => ['open-later', id] as const,
  hours: (id: string) => ['driver-hours', id] as const
}

/** The trips that a driver has, by the list that each is in. */
export const useJobs = (id: string, options: SWRConfiguration<Job[]> = {}) =>
  useSWR<Job[]>(tripKeys.jobs(id), async () => (await unwrap(supabase.rpc('driver_jobs'))) as Job[], options)

/** Others claim them meanwhile, and no topic tells (ms). */
const OPEN_MS = 60_000

/** Rides for later that the driver may claim. */
export const useOpenRides = (id: string) =>
  useSWR<OpenRide[]>(tripKeys.open(id), () => unwrap(supabase.rpc('open_later_bookings')), { refreshInterval: OPEN_MS })

const HOURS_MS = 60_000

/** The driver's hours of today. */
export const useHours = (id: string) =>
  useSWR<Hours | null>(tripKeys.hours(id), async () => (await unwrap(supabase.rpc('driver_hours')))[0] ?? null, {
    refreshInterval: HOURS_MS
  })

const RETRY_MS = 200

/**
 * Takes a ride for later, whose addresses come with it. Where another driver is being confirmed it asks once more.
 *
 * @throws AppError `booking_taken`, `too_many_claims`, `claims_overlap`, …
 */
export async function claimBooking(booking_id: string): Promise<void> {
  try {
    await unwrap(supabase.rpc('claim_booking', { booking_id }))
  } catch (error) {
    if (toAppError(error).key !== 'try_again') throw error
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    await unwrap(supabase.rpc('claim_booking', { booking_id }))
  }
}
