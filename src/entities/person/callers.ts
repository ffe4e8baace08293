import { type Place, readPlaces } from '@/lib/geo/geo'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Database, Json } from '@/types/database'

/** An earlier trip of a caller, which can be booked again. */
export interface EarlierTrip {
  id: string
  at: string
  category: 'taxi' | 'delivery'
  car_type_id: string
  car_type: string
  pickup: Place
  drop: Place
  waypoints: Place[]
  parcel_type_index: number | null
  option_index: number | null
  payment_mode: string
  guest_name: string | null
  /** The guest's phone number. This and the next four fields are missing in a demo, and after their deletion. */
  guest_phone?: string | null
  delivery_person?: string | null
  delivery_person_phone?: string | null
  pick_up_instructions?: string | null
  delivery_instructions?: string | null
  /** How many of the caller's last hundred trips were like this one. */
  times: number
}

/** An active or upcoming trip. */
export interface OpenTrip {
  id: string
  reference: string
  status: Database['public']['Enums']['booking_status']
  trip_at: string
  book_later: boolean
  pickup_address: string
  driver_name: string | null
  promised_at: string | null
}

/** A person whose phone number matches that of a caller. */
export interface Caller {
  id: string
  name: string
  mobile: string | null
  role: string
  /** Whether the searched number is the person's complete number. */
  isWhole: boolean
  /** Whether the following fields are filled: the number is complete, or no other person matches. */
  isKnown: boolean
  /** Whether the person wrote the number into the profile themselves, unverified: the caller may be somebody else. */
  isClaimed: boolean
  /** An error key: why no trip can be booked for this person; null if one can be booked. */
  refusal: string | null
  balance: number
  openTrips: OpenTrip[]
  trips: EarlierTrip[]
  places: { label: string | null; place: Place }[]
}

type Composite = Database['public']['CompositeTypes']['found_caller']
type Row = {
  [Part in keyof Composite]: Part extends 'mobile' | 'refusal' ? Composite[Part] : NonNullable<Composite[Part]>
}

const listOf = <T>(value: Json): T[] => (Array.isArray(value) ? (value as T[]) : [])

const callerOf = (row: Row): Caller => ({
  id: row.id,
  name: [row.first_name, row.last_name].filter(Boolean).join(' '),
  mobile: row.mobile,
  role: row.usertype,
  isWhole: row.is_whole,
  isKnown: row.is_known,
  isClaimed: row.is_claimed,
  refusal: row.refusal,
  balance: row.wallet_balance,
  openTrips: listOf<OpenTrip>(row.open_trips),
  trips: listOf<EarlierTrip>(row.trips).map((trip) => ({ ...trip, waypoints: readPlaces(trip.waypoints) })),
  places: listOf<Place & { label: string | null }>(row.places).map(({ label, ...place }) => ({ label, place }))
})

/** Finds up to four people by their phone number. @throws AppError `demo_mode`, `needs_approval` */
export async function findCallers(phone: string): Promise<Caller[]> {
  return ((await unwrap(supabase.rpc('find_caller', { phone }))).rows as Row[]).map(callerOf)
}

/** Reads one person with their trips and places; null if there is no such person. */
export async function getCaller(personId: string): Promise<Caller | null> {
  const [row] = (await unwrap(supabase.rpc('find_caller', { person_id: personId }))).rows as Row[]
  return row ? callerOf(row) : null
}

/** A person without an account whom the office knows from a list of its own. */
export interface KnownCaller {
  id: string
  first: string
  last: string
  places: { label: string; place: Place }[]
}

/** Finds people without an account by their whole phone number. @throws AppError `demo_mode`, `needs_approval` */
export async function findKnownCallers(phone: string): Promise<KnownCaller[]> {
  const { rows } = await unwrap(supabase.rpc('known_callers', { phone }))
  return (rows as { id: string; first_name: string; last_name: string; places: Json }[]).map((row) => ({
    id: row.id,
    first: row.first_name || row.last_name,
    last: row.first_name ? row.last_name : '',
    places: listOf<Place & { label: string }>(row.places).map(({ label, ...place }) => ({ label, place }))
  }))
}
