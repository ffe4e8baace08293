import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Database, Tables } from '@/types/database'
import type { Role } from './profile'

/** States of documents, the one that needs action first. */
export type PapersState = 'missing' | 'pending' | 'expired' | 'rejected' | 'expiring' | 'verified'

/** Driver-only data. */
export interface DriverFacts {
  car_type_id: string | null
  car_type: string | null
  vehicle_make: string | null
  vehicle_model: string | null
  vehicle_color: string | null
  vehicle_number: string | null
  other_info: string | null
  /** Null: the car type's seats, `type_seats`. */
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

/** A person as staff lists them. */
export interface StaffPerson
  extends Omit<
    Tables<'profiles'>,
    'email_locked' | 'mobile_locked' | 'deleted_at' | 'date_locale' | 'created_by' | 'usertype'
  > {
  usertype: Role
  /** Null for people who do not drive. */
  driver_facts: DriverFacts | null
}

/** Columns of {@link StaffPerson} in the request. Some servers find a computed column only beside an embedded row. */
const COLUMNS =
  'id,created_at,first_name,last_name,mobile,mobile_verified,email,usertype,referral_id,signup_via_referral,approved,wallet_balance,bonus_balance,reg_type,profile_image,rating,rating_count,lang_locale,staff_role,suspended_at,suspended_reason,version,driver_facts,drivers!drivers_id_fkey(id)'

type Filter = Database['public']['Functions']['list_people']['Args']

/** People in staff's list: all for admins, the fleet's drivers for its admin; the database logs who read how many. */
export async function listStaffPeople(filter: Filter, signal?: AbortSignal): Promise<StaffPerson[]> {
  const query = supabase.rpc('list_people', filter).select(COLUMNS)
  return await unwrap((signal ? query.abortSignal(signal) : query).overrideTypes<StaffPerson[], { merge: false }>())
}

/** One of them, current; null if the caller may not see them. */
export async function getStaffPerson(id: string, signal?: AbortSignal): Promise<StaffPerson | null> {
  const [person] = await listStaffPeople({ person_id: id }, signal)
  return person ?? null
}

export const staffPersonKey = (id: string) => ['staff-person', id] as const

/** One person for staff, once `mayAsk`. */
export function useStaffPerson(id: string, mayAsk: boolean) {
  return useSWR(mayAsk ? staffPersonKey(id) : null, () => getStaffPerson(id))
}

/** Staff's name for a person. */
export const staffName = (person: Pick<StaffPerson, 'first_name' | 'last_name' | 'email' | 'mobile'>): string =>
  [person.first_name, person.last_name].filter(Boolean).join(' ') || person.email || person.mobile || '–'

/** Whether a person may work and book, waits for approval, or is suspended. */
export type Standing = 'approved' | 'waiting' | 'suspended'

export const standingOf = ({ approved, suspended_at }: Pick<StaffPerson, 'approved' | 'suspended_at'>): Standing =>
  approved ? 'approved' : suspended_at ? 'suspended' : 'waiting'
