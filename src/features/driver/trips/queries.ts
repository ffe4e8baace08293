import useSWR, { type SWRConfiguration } from 'swr'
import type { BookingStatus } from '@/entities/booking'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Database } from '@/types/database'

type Rows<Name extends keyof Database['public']['Functions']> = Extract<
  Database['public']['Functions'][Name]['Returns'],
  readonly unknown[]
>

/** A driver's trip: current, next, later, or ended today. */
export type Job = Omit<Rows<'driver_jobs'>[number], 'list' | 'status'> & {
  list: 'current' | 'next' | 'later' | 'today'
  status: BookingStatus
}

/** A ride for later that has no driver yet: its areas, time and price, without addresses. */
export type OpenRide = Rows<'open_later_bookings'>[number]

/** The driver's working time, and when a break is due. */
export type Hours = Rows<'driver_hours'>[number]

export const tripKeys = {
  jobs: (id: string) => ['driver-jobs', id] as const,
  open: (id: string) => ['open-later', id] as const,
  hours: (id: string) => ['driver-hours', id] as const
}

/** Returns a driver's trips; each names its list (current, next, later or today). */
export const useJobs = (id: string, options: SWRConfiguration<Job[]> = {}) =>
  useSWR<Job[]>(tripKeys.jobs(id), async () => (await unwrap(supabase.rpc('driver_jobs'))) as Job[], options)

/** Interval between requests (ms). Polling is needed because claims of other drivers are not broadcast. */
const OPEN_MS = 60_000

/** Returns the rides for later that the driver can claim. */
export const useOpenRides = (id: string) =>
  useSWR<OpenRide[]>(tripKeys.open(id), () => unwrap(supabase.rpc('open_later_bookings')), { refreshInterval: OPEN_MS })

const HOURS_MS = 60_000

/** Returns the driver's working time today; null if the server has none. */
export const useHours = (id: string) =>
  useSWR<Hours | null>(tripKeys.hours(id), async () => (await unwrap(supabase.rpc('driver_hours')))[0] ?? null, {
    refreshInterval: HOURS_MS
  })
