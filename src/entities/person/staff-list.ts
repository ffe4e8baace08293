import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { searchedText } from '@/lib/server/searched-text'
import { supabase } from '@/lib/server/supabase'
import type { Database, Page, Tables } from '@/types/database'
import type { Role } from './profile'

/** States of a driver's documents, the most urgent first. */
export type PapersState = 'missing' | 'pending' | 'expired' | 'rejected' | 'expiring' | 'verified'

/** What only drivers have: their car, fleet, duty and documents (`app.driver_facts`). */
export interface DriverFacts {
  car_type_id: string | null
  car_type: string | null
  vehicle_make: string | null
  vehicle_model: string | null
  vehicle_color: string | null
  vehicle_number: string | null
  other_info: string | null
  /** Number of seats of the driver's car; null if the car has as many as its type (`type_seats`). */
  seats: number | null
  type_seats: number | null
  luggage: number
  child_seats: number
  wheelchair: boolean
  fleet_id: string | null
  fleet: string | null
  is_active: boolean
  is_busy: boolean
  seen_at: string | null
  papers: PapersState
  papers_until: string | null
}

/** A person in the list for staff. */
export interface StaffPerson
  extends Omit<
    Tables<'profiles'>,
    'email_locked' | 'mobile_locked' | 'deleted_at' | 'date_locale' | 'created_by' | 'usertype'
  > {
  usertype: Role
  /** Facts about a driver; null for people who do not drive. */
  driver_facts: DriverFacts | null
}

type Filter = Database['public']['Functions']['list_people']['Args']

/**
 * Lists people for staff: all people for an admin, and the drivers of the fleet for a fleet admin. The database logs who read
 * the list, and how many people it contained.
 */
export async function listStaffPeople(filter: Filter, signal?: AbortSignal): Promise<Page<StaffPerson>> {
  const search = filter.search ? await searchedText(filter.search) : null
  const query = supabase.rpc('list_people', { ...filter, search })
  return (await unwrap(signal ? query.abortSignal(signal) : query)) as unknown as Page<StaffPerson>
}

/** Reads one person in the same form as {@link listStaffPeople}; null if the caller may not see them. */
export async function getStaffPerson(id: string, signal?: AbortSignal): Promise<StaffPerson | null> {
  const { rows } = await listStaffPeople({ person_id: id }, signal)
  return rows[0] ?? null
}

export const staffPersonKey = (id: string) => ['staff-person', id] as const

/** One person for staff; requested once `mayAsk` is true. */
export function useStaffPerson(id: string, mayAsk: boolean) {
  return useSWR(mayAsk ? staffPersonKey(id) : null, () => getStaffPerson(id))
}

/** The name under which staff see a person: the name, otherwise the email address or phone number. */
export const staffName = (person: Pick<StaffPerson, 'first_name' | 'last_name' | 'email' | 'mobile'>): string =>
  [person.first_name, person.last_name].filter(Boolean).join(' ') || person.email || person.mobile || '–'

/** Whether a person is approved (and may work and book), waits for approval, or is suspended. */
export type Standing = 'approved' | 'waiting' | 'suspended'

export const standingOf = ({ approved, suspended_at }: Pick<StaffPerson, 'approved' | 'suspended_at'>): Standing =>
  approved ? 'approved' : suspended_at ? 'suspended' : 'waiting'
